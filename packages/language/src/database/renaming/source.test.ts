// Each entity and each field of the examples under another identifier: every mention follows, in clauses and expressions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile, type Compiled } from "../../compile.ts";
import type { Renaming } from "./requested.ts";
import { renamedSource } from "./source.ts";

const said = ({ problems }: Compiled) => problems.map(({ code, address }) => `${code} ${address}`);

function renamingsOf({ lookup }: Compiled): readonly Renaming[] {
  return [...lookup.entities.values()].flatMap((entity): readonly Renaming[] => {
    const { id } = entity.name;
    const fields = [...(lookup.fields.get(id)?.values() ?? [])].map(
      ({ name, address }) => ({ kind: "field", entity: id, from: name.id, to: `other_${name.id}`, address }) as const,
    );
    const own = { kind: "entity", from: id, to: `other_${id}`, address: entity.address } as const;
    return entity.builtIn ? fields : [own, ...fields];
  });
}

for (const example of ["help-desk", "equipment-lending", "project-tracker"])
  test(`every entity and field of ${example} can be called otherwise`, () => {
    const source = readFileSync(`${import.meta.dirname}/../../../../../examples/${example}/SPEC.md`, "utf8");
    const before = compile(source);
    const renamings = renamingsOf(before);
    assert.ok(renamings.length > 20);
    for (const renaming of renamings) {
      const after = compile(renamedSource(source, before, [renaming]));
      const { from, to } = renaming;
      assert.deepEqual(said(after), said(before), `${from} as ${to}`);
      const names =
        renaming.kind === "entity"
          ? [...after.lookup.entities.keys()]
          : [...(after.lookup.fields.get(renaming.entity)?.keys() ?? [])];
      assert.ok(names.includes(to) && !names.includes(from), `${from} as ${to}`);
    }
  });
