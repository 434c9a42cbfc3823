// Who is signed in. What opens from it is loaded when somebody is about to open it.
import { useState } from "react";
import { later } from "../../kit/later.ts";
import { AccountButton } from "./account-button.tsx";

const items = later(async () => (await import("./account-items.tsx")).AccountItems);

export function Account() {
  const [isOpen, setIsOpen] = useState(false);
  const closed = (
    <AccountButton
      onClick={() => setIsOpen(true)}
      onPointerEnter={() => void items.load()}
      onFocus={() => void items.load()}
      aria-haspopup="menu"
    />
  );
  if (!isOpen) return closed;
  return <items.Later onClose={() => setIsOpen(false)} instead={closed} />;
}
