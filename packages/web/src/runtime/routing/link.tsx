// A link to an address of the product, which the router follows without loading the page anew.
import { Link } from "@tanstack/react-router";
import type { CSSProperties, MouseEvent, ReactNode } from "react";
import { useGo } from "./use-go.ts";

type AppLinkProps = {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly "aria-label"?: string;
  /** Marks it where it leads to where one is. */
  readonly exact?: boolean;
  readonly onClick?: () => void;
};

export function AppLink({ to, exact = true, ...rest }: AppLinkProps) {
  const [path = "/", search] = to.split("?");
  return (
    <Link
      to={path}
      {...(search === undefined ? {} : { search: Object.fromEntries(new URLSearchParams(search)) })}
      activeOptions={{ exact, includeSearch: false }}
      {...rest}
    />
  );
}

/** One of very many: it does not ask where one is. */
export function RowAnchor({ to, children, ...rest }: Pick<AppLinkProps, "to" | "children" | "aria-label">) {
  const go = useGo();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    void go(to);
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
