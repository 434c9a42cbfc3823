// `writ/screen`: all that a component of the document may use. Its author's own React file imports it.
import type { EntityQuery, RouteOf, ScreenName, TakenBy } from "./register.ts";
import { useChange, type Change } from "./use-change.ts";
import { useRows, type Rows } from "./use-rows.ts";
import { useRoute } from "./use-surroundings.ts";
import type { PostgrestSingleResponse } from "@supabase/postgrest-js";

export { ActionIcon, Button, Checkbox, Menu, Modal, Select, Textarea, TextInput, Tooltip } from "@mantine/core";
export { notify } from "../kit/notify.ts";
export { Empty, Failure, Head, Loading, NotShown, ScreenLink, State, StepButtons } from "./pieces.tsx";
export type { RowOf } from "./register.ts";
export type { Change, Changed, Changing } from "./use-change.ts";
export type { Rows } from "./use-rows.ts";
export { useMe, useScreens, type Me, type Screens } from "./use-surroundings.ts";
export { useWords, type Words } from "./use-words.ts";

/** Filled in by what `writ types --screens` prints: `database`, and `screens` by their identifiers. */
// oxlint-disable-next-line typescript/no-empty-object-type -- It is filled in elsewhere.
export interface Register {}

export type Hooks<Screen extends ScreenName> = {
  /** Rows of an entity, asked as supabase-js asks: `useRows("issue", (issues) => issues.select("id, title"))`. */
  readonly useRows: <Name extends TakenBy<Screen>, Result>(
    entity: Name,
    ask: (rows: EntityQuery<Name>) => PromiseLike<PostgrestSingleResponse<Result>> | undefined,
  ) => Rows<Result>;
  readonly useChange: () => Change<Screen>;
  readonly useRoute: () => RouteOf<Screen>;
};

/** The hooks of one screen, typed by what the document says of it. `name`: its identifier. */
export const screen = <Screen extends ScreenName>(_name: Screen): Hooks<Screen> => ({
  useRows: useRows as Hooks<Screen>["useRows"],
  useChange: useChange<Screen>,
  useRoute: useRoute<Screen>,
});
