// A dashboard: a tile for each question of the document.
import { rowsByEntity } from "../routing/read-route.ts";
import { Tile } from "./dashboard/tile.tsx";
import { ScreenHead } from "./screen-head.tsx";
import type { ScreenProps } from "./kinds.ts";
import classes from "./dashboard/dashboard.module.css";

export function Dashboard({ screen, route }: ScreenProps) {
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      <div className={classes["tiles"]}>
        {screen.tiles.map((tile) => (
          <Tile key={tile.id} tile={tile} screen={screen} route={route} />
        ))}
      </div>
    </>
  );
}
