// The head of a screen: its name, and the buttons that the document names for it.
import type { ApplicationScreen } from "@writ/language/product";
import { nameOf } from "../data/name.ts";
import { useProduct } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";
import { ScreenButtons } from "./screen-buttons.tsx";

type ScreenHeadProps = {
  readonly screen: ApplicationScreen;
  /** What the route leads through, for the addresses of other screens. */
  readonly rows: Readonly<Record<string, WireRow>>;
};

export function ScreenHead({ screen, rows }: ScreenHeadProps) {
  const product = useProduct();
  const last = screen.route.at(-1);
  // What one works in is named by the switcher.
  const inside = last?.kind === "parameter" && !product.application.scopes.includes(last.entity) ? last.entity : "";
  const row = rows[inside];
  return (
    <div className="page-head">
      <h1>{product.word(screen.label)}</h1>
      {row !== undefined && <p className="quiet breaks">{nameOf(inside, row, product)}</p>}
      <div className="actions">
        <ScreenButtons screen={screen} rows={rows} />
      </div>
    </div>
  );
}
