// The head of a screen: its name, and the buttons that the document names for it.
import type { ApplicationScreen } from "@writ/language/product";
import { useProduct } from "../session/product.tsx";
import type { WireRow } from "../values/row.ts";
import { ScreenButtons } from "./screen-buttons.tsx";

type ScreenHeadProps = {
  readonly screen: ApplicationScreen;
  /** What the route leads through, for the addresses of other screens. */
  readonly rows: Readonly<Record<string, WireRow>>;
};

export function ScreenHead({ screen, rows }: ScreenHeadProps) {
  const { word } = useProduct();
  return (
    <div className="page-head">
      <h1>{word(screen.label)}</h1>
      <div className="actions">
        <ScreenButtons screen={screen} rows={rows} />
      </div>
    </div>
  );
}
