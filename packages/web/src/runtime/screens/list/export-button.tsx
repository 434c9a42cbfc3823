// All rows of a list as a file, page after page.
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { FieldPath } from "@writ/language/product";
import { useState } from "react";
import { wordsOf } from "../../../kit/failure.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { notify } from "../../../kit/notify.ts";
import { fieldAt } from "../../data/filter.ts";
import { displayName, nameOf } from "../../data/name.ts";
import type { ListPage } from "../../data/rows.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { formatValue } from "../../fields/format.ts";
import { useProduct } from "../../product/product.tsx";
import { isSeeGap } from "../../product/gaps.ts";
import { isWireRow, type WireRow } from "../../values/row.ts";
import { csvOf } from "./csv.ts";
import classes from "./list.module.css";

type ExportProps = {
  readonly name: string;
  readonly entity: string;
  readonly isEmpty: boolean;
  readonly isPhone: boolean;
  readonly paths: readonly FieldPath[];
  readonly read: (after: string | undefined) => Promise<ListPage>;
};

/** Larger exports are made by the operator of the product. */
const mostExported = 50_000;

export function ExportButton({ name, entity, isEmpty, isPhone, paths, read }: ExportProps) {
  const product = useProduct();
  const { application, say, word } = product;
  const [isWorking, setIsWorking] = useState(false);
  const text = (row: WireRow, path: FieldPath): string => {
    const field = fieldAt(path, entity, application);
    const holder = path.slice(0, -1).reduce<unknown>((at, step) => (isWireRow(at) ? at[`_${step}`] : undefined), row);
    if (field === undefined || !isWireRow(holder)) return "";
    if (field.type.kind === "not shown") return say("notShown");
    const last = path.at(-1) ?? "";
    const value = holder[last];
    if (value === null && isSeeGap(path, entity, product)) return say("notShown");
    if (field.type.kind === "reference")
      return isWireRow(holder[`_${last}`]) ? nameOf(field.type.entity, holder[`_${last}`] as WireRow, product) : "";
    if (field.type.kind === "several") return displayName(field.type.entity, value, holder[`_${last}`], product);
    return fieldTypeOf(field.type).exported === "as it is" ? String(value ?? "") : formatValue(value, field, product);
  };
  const run = async () => {
    setIsWorking(true);
    try {
      const lines: (readonly string[])[] = [paths.map((path) => word(fieldAt(path, entity, application)?.label ?? ""))];
      let after: string | undefined;
      do {
        const page = await read(after);
        lines.push(...page.rows.map((row) => paths.map((path) => text(row, path))));
        after = page.next;
      } while (after !== undefined && lines.length < mostExported);
      saveFile(`${name}.csv`, new Blob([csvOf(lines)], { type: "text/csv;charset=utf-8" }));
    } catch (failure) {
      notify(wordsOf(failure instanceof Error ? failure : new Error(String(failure)), say), "wrong");
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      c="var(--quiet)"
      className={classes["export"] ?? ""}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      disabled={isEmpty}
      loading={isWorking}
      onClick={() => void run()}
    >
      <span className={isPhone ? "only-read" : undefined}>{say("export")}</span>
    </Button>
  );
}
