// The button of the account, as it is before and after what it opens is loaded.
import { IconChevronUp, IconUser } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { useProduct } from "../product/product.tsx";
import classes from "./account-menu.module.css";

export function AccountButton(props: ComponentProps<"button">) {
  const { person, say } = useProduct();
  const name = person === undefined ? say("account") : String(person.row["name"] ?? person.email);
  return (
    <button type="button" {...props} className={classes["button"]} aria-label={`${say("account")}: ${name}`}>
      <IconUser size={18} stroke={1.6} aria-hidden="true" />
      <span className="clip">{name}</span>
      <IconChevronUp size={14} aria-hidden="true" />
    </button>
  );
}
