// The buttons that a screen names: ways to other screens, and calls.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ApplicationCall, ApplicationScreen } from "@writ/language/product";
import { lazy } from "../../kit/lazy.ts";
import { inputFor } from "../data/make-call.ts";
import { screenNamed } from "../product/addresses.ts";
import { openAddress } from "../routing/open-address.ts";
import { useGo, useRouteParameters } from "../routing/use-go.ts";
import { contextOf, rowContext, useProduct, type Product } from "../product/product.tsx";
import { may } from "../product/rights.ts";
import type { WireRow } from "../values/row.ts";
import { Missing } from "../gaps/missing.tsx";

/** Where a row has one of its own, too. */
export const { Later: CallButton } = lazy(async () => (await import("./call-button.tsx")).CallButton);

/** Only a row has one: no list waits for it. */
const { Later: Refused } = lazy(async () => (await import("./refused.tsx")).Refused);

type ScreenButtonsProps = {
  readonly screen: ApplicationScreen;
  readonly rows: Readonly<Record<string, WireRow>>;
  readonly onlyScreens?: boolean;
};

/** Calls that take one of the rows of a list have their button at each of them. */
export const callsOfRows = (
  { kind, entity = "", buttons }: ApplicationScreen,
  { application, roles }: Product,
): readonly ApplicationCall[] =>
  kind !== "list"
    ? []
    : buttons.flatMap((button) => {
        const call = button.kind === "call" ? application.calls[button.id] : undefined;
        return call !== undefined && inputFor(call, entity) !== undefined && isMadeBy(call, roles) ? [call] : [];
      });

const isMadeBy = (call: ApplicationCall, roles: Product["roles"]): boolean =>
  call.rights.some(({ role }) => roles.some((held) => held.role === role));

export function ScreenButtons({ screen, rows, onlyScreens = false }: ScreenButtonsProps) {
  const product = useProduct();
  const { application, roles, word } = product;
  const ofRows = callsOfRows(screen, product);
  const parameters = useRouteParameters();
  const go = useGo();
  return (
    <>
      {!onlyScreens && <Missing of={screen.gaps.filter((address) => address.endsWith("/Buttons"))} />}
      {screen.buttons.map(({ kind, id }) => {
        if (kind === "screen") {
          const target = screenNamed(id, application);
          const address = openAddress(target, rows, product, parameters);
          if (target === undefined || address === undefined) return null;
          const isNew = target.kind === "new";
          const edited = target.kind === "edit" ? rows[target.entity ?? ""] : undefined;
          const entity = target.entity ?? "";
          const context = edited && rowContext(product, entity, edited);
          if (context !== undefined && may("update", entity, context, product) === "no")
            return <Refused key={id} action="update" entity={entity} context={context} label={word(target.label)} />;
          const self = contextOf(product);
          if (isNew && may("create", entity, self, product) === "no")
            return <Refused key={id} action="create" entity={entity} context={self} label={word(target.label)} />;
          return (
            <Button
              key={id}
              component="a"
              href={address}
              variant={isNew ? "filled" : "default"}
              leftSection={isNew ? <IconPlus size={16} aria-hidden="true" /> : null}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                void go(address);
              }}
            >
              {word(target.label)}
            </Button>
          );
        }
        const call = kind === "call" && !onlyScreens ? application.calls[id] : undefined;
        if (call === undefined || ofRows.includes(call) || !isMadeBy(call, roles)) return null;
        return <CallButton key={id} call={call} rows={rows} />;
      })}
    </>
  );
}
