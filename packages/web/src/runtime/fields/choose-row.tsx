// Choosing a row that a field refers to: searched as one types, shown by what tells rows apart.
import { Combobox, InputBase, CloseButton, Pill, PillsInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ApplicationField } from "@writ/language/product";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readChoices } from "../data/choices.ts";
import { messageFor } from "../../words/refusal.ts";
import { useProduct, type Product } from "../product/product.tsx";
import { isReadGap } from "../product/gaps.ts";
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
  const { say } = product;
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [words] = useDebouncedValue((typed ?? "").trim(), 150);
  const isSeveral = Array.isArray(value);
  const chosen: readonly string[] = isSeveral ? value : typeof value === "string" && value !== "" ? [value] : [];
  const choices = useQuery({
    queryKey: ["choices", entity, field.id, rowId ?? draft ?? null, words, product.person?.id ?? null],
    queryFn: async ({ signal }) => readChoices(field, rowId, words, product, signal, draft),
    enabled: box.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const names = useNames({ entity, field, ids: chosen, rowId, draft });
  const nameFor = (one: string) => names(one, choices.data);
  const choose = (option: string) => {
    if (isSeveral) onChange(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]);
    else onChange(option);
    setTyped(undefined);
    if (!isSeveral) box.closeDropdown();
  };
  const { label, description, error, id, inputWrapperOrder } = shared;
  const target: TargetProps = {
    frame: { label, description, error, inputWrapperOrder, id },
    chosen,
    nameFor,
    open: () => box.openDropdown(),
    typing: {
      value: typed ?? (isSeveral || chosen[0] === undefined ? "" : nameFor(chosen[0])),
      placeholder: say("choose"),
      onChange: (event) => {
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
    },
  };
  return (
    <Combobox store={box} onOptionSubmit={choose} withinPortal={false}>
      {isSeveral ? (
        <SeveralTarget {...target} onRemove={choose} />
      ) : (
        <OneTarget {...target} required={required} onClear={() => onChange("")} />
      )}
      <Combobox.Dropdown>
        <Combobox.Options aria-label={product.word(field.label)} mah={280} style={{ overflowY: "auto" }}>
          {(choices.data ?? []).map((one) => (
            <Combobox.Option key={one.id} value={one.id} active={chosen.includes(one.id)}>
              {one.name}
            </Combobox.Option>
          ))}
          {choices.data?.length === 0 && <Combobox.Empty>{noChoice(field, product)}</Combobox.Empty>}
          {choices.data === undefined && (
            <Combobox.Empty>{choices.error === null ? say("loading") : choices.error.message}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function noChoice({ type }: ApplicationField, product: Product): string {
  const { application, language, say } = product;
  const isGap = isReadGap("entity" in type ? type.entity : "", product);
  return isGap ? messageFor("NOT_SHOWN", language, application) : say("nothingFound");
}

/** What is typed into, with what has been chosen. */
type TargetProps = {
  readonly frame: ChooseRowProps["shared"];
  readonly chosen: readonly string[];
  readonly nameFor: (id: string) => string;
  readonly open: () => void;
  readonly typing: {
    readonly value: string;
    readonly placeholder: string;
    readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
    readonly onClick: () => void;
    readonly onBlur: () => void;
  };
};

function SeveralTarget({
  frame,
  chosen,
  nameFor,
  open,
  typing,
  onRemove,
}: TargetProps & { readonly onRemove: (id: string) => void }) {
  const { say } = useProduct();
  return (
    <Combobox.DropdownTarget>
      <PillsInput {...frame} onClick={open}>
        <Pill.Group>
          {chosen.map((one) => (
            <Pill
              key={one}
              withRemoveButton
              onRemove={() => onRemove(one)}
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
            <PillsInput.Field id={frame.id} {...typing} />
          </Combobox.EventsTarget>
        </Pill.Group>
      </PillsInput>
    </Combobox.DropdownTarget>
  );
}

type OneTargetProps = TargetProps & { readonly required: boolean; readonly onClear: () => void };

function OneTarget({ frame, chosen, typing, required, onClear }: OneTargetProps) {
  const { say } = useProduct();
  return (
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
              onClick={onClear}
            />
          ) : (
            <Combobox.Chevron />
          )
        }
      />
    </Combobox.Target>
  );
}
