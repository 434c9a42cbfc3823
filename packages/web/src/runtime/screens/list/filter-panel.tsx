// What one filter offers: choices, a range, or words. Loaded when it is opened for the first time.
import { Checkbox, Popover, TextInput } from "@mantine/core";
import type { ApplicationField } from "@writ/language/product";
import { usePressed } from "../../../kit/focus-back.ts";
import type { FilterOption } from "../../field-types/field-type.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { useProduct } from "../../product/product.tsx";
import { Chip } from "./filters.tsx";
import classes from "./list.module.css";

type FilterPanelProps = {
  readonly chip: { readonly text: string; readonly isSet: boolean };
  readonly field: ApplicationField;
  readonly given: string;
  /** Undefined: words or a range are given. */
  readonly options: readonly FilterOption[] | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
};

export function FilterPanel({ chip, field, given, options, problem, onChange }: FilterPanelProps) {
  const { say, word } = useProduct();
  const button = usePressed();
  const chosen = given === "" ? [] : given.split(",");
  const toggle = (id: string) => {
    const others = fieldTypeOf(field.type).isTick ? [] : chosen;
    onChange((chosen.includes(id) ? chosen.filter((one) => one !== id) : [...others, id]).join(","));
  };
  return (
    <Popover position="bottom-start" width="min(300px, 90vw)" trapFocus returnFocus>
      <Popover.Target>
        <Chip {...chip} ref={button} />
      </Popover.Target>
      <Popover.Dropdown className={classes["panel"] ?? ""} aria-label={word(field.label)}>
        {options === undefined ? (
          <RangeOrText field={field} given={given} onChange={onChange} />
        ) : (
          options.map(({ id, name }) => (
            <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          ))
        )}
        {problem !== undefined && <p className="quiet">{problem}</p>}
        {given !== "" && (
          <button type="button" className={classes["sort"]} onClick={() => onChange("")}>
            {say("clear")}
          </button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function RangeOrText({ field, given, onChange }: Pick<FilterPanelProps, "field" | "given" | "onChange">) {
  const { say, word } = useProduct();
  const { input } = fieldTypeOf(field.type).filter;
  if (input === "words")
    return (
      <TextInput label={word(field.label)} value={given} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  const [from = "", to = ""] = given.split("..");
  const set = (low: string, high: string) => onChange(low === "" && high === "" ? "" : `${low}..${high}`);
  return (
    <>
      <TextInput
        type={input}
        label={say("atLeast", { from: "" }).trim()}
        value={from}
        onChange={(event) => set(event.currentTarget.value, to)}
      />
      <TextInput
        type={input}
        label={say("atMost", { to: "" }).trim()}
        value={to}
        onChange={(event) => set(from, event.currentTarget.value)}
      />
    </>
  );
}
