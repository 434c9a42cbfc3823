// Search and commands: every screen of the menu, what the open one offers, and rows of searchable entities.
import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPointer, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useFocusBack } from "../../kit/focus-back.ts";
import { readRows } from "../data/rows.ts";
import { nameOf } from "../data/name.ts";
import { namePaths } from "../data/select.ts";
import { accountAddresses, detailOf } from "../product/addresses.ts";
import { openAddress, pathsAround } from "../routing/open-address.ts";
import { useGo } from "../routing/use-go.ts";
import { useProduct, type Product } from "../product/product.tsx";
import { keepable } from "../values/keepable.ts";
import { assignableBy, isFor } from "../product/rights.ts";
import { isReadGap } from "../product/gaps.ts";
import { Gap } from "../gaps/gap.tsx";
import { offeredCommands, pressOffered } from "./offered-commands.ts";
import type { MenuEntry } from "../session/menu.ts";
import { screenIcon } from "./shell.tsx";
import classes from "./palette.module.css";

type Found = {
  readonly key: string;
  readonly label: string;
  readonly where: string;
  /** Undefined where it is a button of the open screen. */
  readonly address: string | undefined;
  readonly kind: keyof typeof screenIcon;
};

type PaletteProps = {
  readonly menu: readonly MenuEntry[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
};

export function Palette({ menu, typed, onType, onClose }: PaletteProps) {
  const product = useProduct();
  const { say, word } = product;
  const go = useGo();
  useFocusBack();
  const [chosen, setChosen] = useState(0);
  const [words] = useDebouncedValue(typed.trim(), 150);
  const listId = useId();
  const rows = useRowsFound(words);
  const screens = menu
    .filter(({ screen }) => word(screen.label).toLowerCase().includes(typed.trim().toLowerCase()))
    .map(({ screen, address }): Found => ({
      key: screen.id,
      label: word(screen.label),
      where: "",
      address,
      kind: screen.kind,
    }));
  const [offered] = useState(offeredCommands);
  const commands = offered
    .filter((label) => label.toLowerCase().includes(typed.trim().toLowerCase()))
    .map((label): Found => ({ key: label, label, where: say("onThisScreen"), address: undefined, kind: "component" }));
  const result = [...screens, ...commands, ...ownPages(product, typed), ...(rows.data?.rows ?? [])];
  const unsaid = rows.data?.unsaid ?? [];
  const index = Math.min(chosen, result.length - 1);
  const open = (one: Found | undefined) => {
    if (one === undefined) return;
    onClose();
    // The dialog has given the focus back by then.
    if (one.address === undefined) setTimeout(() => pressOffered(one.label), 50);
    else void go(one.address);
  };
  return (
    <Modal.Root opened onClose={onClose} yOffset="12vh" padding={0} transitionProps={{ duration: 120 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={say("searchOrGo")}>
        <TextInput
          data-autofocus
          aria-label={say("searchOrGo")}
          placeholder={say("searchOrGo")}
          size="md"
          variant="unstyled"
          className={classes["field"] ?? ""}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={result[index] ? `${listId}-${index}` : undefined}
          value={typed}
          onChange={(event) => {
            onType(keepable(event.currentTarget.value));
            setChosen(0);
          }}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") setChosen(Math.min(index + 1, result.length - 1));
            else if (event.key === "ArrowUp") setChosen(Math.max(index - 1, 0));
            else if (event.key === "Enter") open(result[index]);
            else return;
            event.preventDefault();
          }}
        />
        <ul id={listId} role="listbox" aria-label={say("commands")} className={classes["list"]}>
          {result.map((one, at) => {
            const Icon = one.address === undefined ? IconPointer : screenIcon[one.kind];
            return (
              <li
                key={one.key}
                id={`${listId}-${at}`}
                role="option"
                aria-selected={at === index}
                className={classes["option"]}
                onPointerMove={() => setChosen(at)}
                onClick={() => open(one)}
              >
                <Icon size={16} stroke={1.6} aria-hidden="true" />
                <span className="clip">{one.label}</span>
                <span className="quiet">{one.where}</span>
              </li>
            );
          })}
        </ul>
        {unsaid.length > 0 && (
          <div role="status" className={classes["unsaid"]}>
            <Gap title={unsaid.join(", ")} />
          </div>
        )}
        {result.length === 0 && unsaid.length === 0 && (
          <p className="face">{rows.isFetching ? say("loading") : say("nothingFound")}</p>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** What every product with accounts has. */
function ownPages(product: Product, typed: string): readonly Found[] {
  const { person, say } = product;
  if (person === undefined) return [];
  const pages = [
    { label: say("ownAccount"), address: accountAddresses.account },
    ...(assignableBy(product).length > 0 ? [{ label: say("people"), address: accountAddresses.people }] : []),
  ];
  return pages
    .filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
    .map((page) => ({ ...page, key: page.address, where: "", kind: "detail" }));
}

type RowsFound = {
  readonly rows: readonly Found[];
  /** Entities of which no rows came, and the document does not say who reads them. */
  readonly unsaid: readonly string[];
};

function useRowsFound(words: string) {
  const product = useProduct();
  const { application, word } = product;
  return useQuery({
    queryKey: ["palette", words, product.person?.id ?? null],
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<RowsFound> => {
      const isOpen = (screen: (typeof application.screens)[number]) =>
        isFor(screen, product, product.person !== undefined);
      const entities = [
        ...new Set(
          application.screens.filter((screen) => screen.search && isOpen(screen)).flatMap(({ entity }) => entity ?? []),
        ),
      ];
      const groups = await Promise.all(
        entities.map(async (entity): Promise<RowsFound> => {
          const detail = detailOf(entity, application, isOpen);
          if (detail === undefined) return { rows: [], unsaid: [] };
          const where = word(application.entities[entity]?.label ?? entity);
          const query = {
            entity,
            paths: [...namePaths(entity, application), ...pathsAround(detail, entity, application)],
            conditions: [],
            search: words,
            order: [],
            size: 8,
          };
          const rows = await readRows(query, [], 8, product, signal);
          const named = rows.flatMap((row): readonly Found[] => {
            const address = openAddress(detail, { [entity]: row }, product, {});
            return address === undefined
              ? []
              : [{ key: String(row["id"]), label: nameOf(entity, row, product), where, address, kind: "detail" }];
          });
          return { rows: named, unsaid: rows.length === 0 && isReadGap(entity, product) ? [where] : [] };
        }),
      );
      return { rows: groups.flatMap((one) => one.rows), unsaid: groups.flatMap((one) => one.unsaid) };
    },
  });
}
