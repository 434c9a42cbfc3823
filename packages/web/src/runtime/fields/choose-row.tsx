// Choosing a row that a field refers to: searched as one types, shown by what tells rows apart.
import { Combobox, InputBase, CloseButton, Pill, PillsInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readChoices } from "../data/choices.ts";
import { messageFor } from "../../words/refusal.ts";
import { useProduct } from "../product/product.tsx";
import { isReadUnsaid } from "../product/unsaid.ts";
import { keepable } from "../values/keepable.ts";
import type { InputFieldProps } from "./input-field.tsx";
import { useNames } from "./use-names.ts";

type ChooseRowProps = InputFieldProps & {
  readonly shared: {
    readonly id: string;
    readonly label: React.ReactNode;
    readonly description: React.ReactNode;
    readonly error: React.ReactNode;
    readonly inputWrapperOrder: ("label" | "description" | "input" | "error")[];
  };
};

export function ChooseRow({ entity, field, value, onChange, onLeave, required, rowId, draft, shared }: ChooseRowProps) {
  const product = useProduct();
  const { application, language, say } = product;
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [words] = useDebouncedValue((typed ?? "").trim(), 150);
  const isSeveral = Array.isArray(value);
  const chosen: readonly string[] = isSeveral ? value : typeof value === "string" && value !== "" ? [value] : [];
  const found = useQuery({
    queryKey: ["choices", entity, field.id, rowId ?? draft ?? null, words, product.person?.id ?? null],
    queryFn: async ({ signal }) => readChoices(field, rowId, words, product, signal, draft),
    enabled: box.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const names = useNames({ entity, field, ids: chosen, rowId, draft });
  const nameFor = (one: string) => names(one, found.data);
  const target = "entity" in field.type ? field.type.entity : "";
  const { label, description, error, id, inputWrapperOrder } = shared;
  const frame = { label, description, error, inputWrapperOrder, id };
  const nothing = isReadUnsaid(target, product) ? messageFor("NOT_SHOWN", language, application) : say("nothingFound");
  const choose = (option: string) => {
    if (isSeveral) onChange(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]);
    else onChange(option);
    setTyped(undefined);
    if (!isSeveral) box.closeDropdown();
  };
  const typing = {
    value: typed ?? (isSeveral || chosen[0] === undefined ? "" : nameFor(chosen[0])),
    placeholder: say("choose"),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      setTyped(keepable(event.currentTarget.value));
      box.openDropdown();
      box.selectFirstOption();
    },
    onClick: () => box.openDropdown(),
    onBlur: () => {
      box.closeDropdown();
      setTyped(undefined);
      onLeave?.();
    },
  };
  return (
    <Combobox store={box} onOptionSubmit={choose} withinPortal={false}>
      {isSeveral ? (
        <Combobox.DropdownTarget>
          <PillsInput {...frame} onClick={() => box.openDropdown()}>
            <Pill.Group>
              {chosen.map((one) => (
                <Pill
                  key={one}
                  withRemoveButton
                  onRemove={() => choose(one)}
                  removeButtonProps={{
                    "aria-label": `${say("delete")}: ${nameFor(one)}`,
                    "aria-hidden": false,
                    tabIndex: 0,
                  }}
                >
                  {nameFor(one)}
                </Pill>
              ))}
              <Combobox.EventsTarget withExpandedAttribute>
                <PillsInput.Field id={id} {...typing} />
              </Combobox.EventsTarget>
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
      ) : (
        <Combobox.Target withExpandedAttribute>
          <InputBase
            {...frame}
            {...typing}
            aria-required={required}
            autoComplete="off"
            rightSectionPointerEvents="all"
            rightSection={
              !required && chosen.length > 0 ? (
                <CloseButton
                  size="sm"
                  aria-label={say("clear")}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChange("")}
                />
              ) : (
                <Combobox.Chevron />
              )
            }
          />
        </Combobox.Target>
      )}
      <Combobox.Dropdown>
        <Combobox.Options aria-label={product.word(field.label)} mah={280} style={{ overflowY: "auto" }}>
          {(found.data ?? []).map((one) => (
            <Combobox.Option key={one.id} value={one.id} active={chosen.includes(one.id)}>
              {one.name}
            </Combobox.Option>
          ))}
          {found.data?.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
          {found.data === undefined && (
            <Combobox.Empty>{found.error === null ? say("loading") : found.error.message}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
