// Who is signed in. What opens from it is loaded when a user is about to open it.
import { useState } from "react";
import { lazy } from "../../kit/lazy.ts";
import { AccountButton } from "./account-button.tsx";

const items = lazy(async () => (await import("./account-items.tsx")).AccountItems);

export function Account() {
  const [isWanted, setIsWanted] = useState(false);
  const alone = (
    <AccountButton
      onClick={() => setIsWanted(true)}
      onPointerEnter={() => void items.load()}
      onFocus={() => void items.load()}
      aria-haspopup="menu"
    />
  );
  return isWanted ? <items.Later instead={alone} /> : alone;
}
