// An empty list: what the document says of it, and the first step for a user who may take it.
import { Button } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import type { ApplicationScreen } from "@writ/language/product";
import { rowsByEntity, type RouteRows } from "../../routing/read-route.ts";
import { useProduct } from "../../product/product.tsx";
import { missingWords } from "../../gaps/missing.tsx";
import { ScreenButtons } from "../screen-buttons.tsx";
import { isReadGap } from "../../product/gaps.ts";
import { Gap } from "../../gaps/gap.tsx";

type EmptyListProps = {
  readonly screen: ApplicationScreen;
  readonly route: RouteRows;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
};

export function EmptyList({ screen, route, isFiltered, onClear }: EmptyListProps) {
  const product = useProduct();
  const { say, language } = product;
  const open = screen.gaps.filter((address) => address.endsWith("/Empty"));
  if (isReadGap(screen.entity ?? "", product)) return <Gap />;
  const said = screen.empty[language] ?? screen.empty[""] ?? missingWords(open, product)[0];
  return (
    <div className="face">
      <IconInbox size={32} stroke={1.2} aria-hidden="true" />
      <h2>{isFiltered ? say("emptyFiltered") : (said ?? say("emptyList"))}</h2>
      {isFiltered ? (
        <Button variant="default" onClick={onClear}>
          {say("clearFilters")}
        </Button>
      ) : (
        <div style={{ display: "flex", gap: 8 }}>
          <ScreenButtons screen={screen} rows={rowsByEntity(screen, route)} onlyScreens />
        </div>
      )}
    </div>
  );
}
