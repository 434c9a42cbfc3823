// In which thing a role is given: of those that the reader may give it in, or of all that they find.
import { Dialog } from "../../kit/dialog.tsx";
import { Button, NativeSelect } from "@mantine/core";
import type { ApplicationRole } from "@writ/language/product";
import { useState } from "react";
import { usePeopleSay } from "../product/use-people-say.ts";
import { readNamed, type NamedRow } from "../data/choices.ts";
import { InputField } from "../fields/input-field.tsx";
import { useProduct } from "../product/product.tsx";
import { fieldOfThing, useThingNames } from "./things.ts";

type GiveInThingProps = {
  readonly role: ApplicationRole;
  readonly name: string;
  readonly among: readonly string[] | undefined;
  readonly onClose: () => void;
  readonly onGive: (thing: NamedRow) => void;
};

export function AssignWithin({ role, name, among, onClose, onGive }: GiveInThingProps) {
  const product = useProduct();
  const { application, say: sayCore, word } = product;
  const say = usePeopleSay();
  const entity = role.within ?? "";
  const label = application.entities[entity]?.label ?? entity;
  const [chosen, setChosen] = useState(among?.[0] ?? "");
  const names = useThingNames((among ?? []).map((id) => [entity, id]));
  const field = fieldOfThing(entity, label);
  const give = async () => {
    const cached = names.get(chosen) ?? (await readNamed(entity, field, undefined, [chosen], product))[0]?.name;
    onGive({ id: chosen, name: cached ?? word(label) });
  };
  return (
    <Dialog onClose={onClose} title={say("giveRoleIn", { name, role: word(role.label) })} closeLabel={sayCore("close")}>
      {among === undefined ? (
        <InputField
          entity={entity}
          field={field}
          value={chosen}
          onChange={(value) => setChosen(typeof value === "string" ? value : "")}
          error={undefined}
          required
        />
      ) : (
        <NativeSelect
          label={word(label)}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={among.map((id) => ({ value: id, label: names.get(id) ?? word(label) }))}
        />
      )}
      <div style={{ display: "flex", gap: 8, marginTop: 16 }}>
        <Button disabled={chosen === ""} onClick={() => void give()}>
          {say("giveRole")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {sayCore("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
