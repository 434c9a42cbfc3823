// Who is signed in. What opens from it is loaded when somebody is about to open it.
import { lazy, Suspense, useState } from "react";
import { AccountButton } from "./account-button.tsx";

const load = async () => import("./account-items.tsx");
const AccountItems = lazy(async () => ({ default: (await load()).AccountItems }));

export function Account() {
  const [isOpen, setIsOpen] = useState(false);
  const closed = (
    <AccountButton
      onClick={() => setIsOpen(true)}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      aria-haspopup="menu"
    />
  );
  if (!isOpen) return closed;
  return (
    <Suspense fallback={closed}>
      <AccountItems onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
