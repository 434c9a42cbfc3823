// How values are written on the wire: moments of the document's zone, durations, and what is no value of a field.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";

const startProduct = products();

const document = (see = "") =>
  completeDocument(`
## 3. Entities and their fields

### Slot

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | no | |
| Begins | datetime | no | |
| Day | date | no | |
| Takes | duration | no | 2 hours |
| Places | integer | no | |
| Price | number | no | |
| Open | yes/no | no | |
| Owner | reference to User | no | |
| Tags | several of: red, green | no | |
| Over | computed datetime \`slot.begins == null or slot.takes == null ? null : slot.begins + slot.takes\` | | |
| Twice | computed duration \`slot.takes == null ? null : slot.takes * 2\` | | |
| Last | computed datetime \`Slot.filter(s, s.name == slot.name and s.begins != null).map(s, s.begins).max()\` | | |
| Whole | computed duration \`Slot.filter(s, s.name == slot.name and s.takes != null).map(s, s.takes).sum()\` | | |
| State | state | | |

## 4. States and transitions

### Slot

| State | Kind | Meaning |
| --- | --- | --- |
| Asked | start | |
| Held | end | |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Hold | Asked | Held | button | Begins (required), Takes (optional) |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Clerk | named at installation, assigned by Clerk |

| For | May | Reader | Clerk |
| --- | --- | --- | --- |
| Slot | create, read, update, delete | yes | yes |
| Slot | Hold | yes | yes |
${see}
## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
`).source;

const data = <Data>({ data: found, error }: { data: Data; error: unknown }): Data => {
  assert.equal(error, null);
  return found;
};

for (const [what, see] of [
  ["a table", ""],
  ["a view", "| Slot | see Name | no | yes |\n"],
] as const) {
  let ann: SupabaseClient;
  const slots = () => ann.from("slot");
  before(async () => {
    const product = await startProduct(document(see));
    const token = await product.person("Ann");
    ann = createClient(product.url, product.anonKey, {
      accessToken: async () => token,
      auth: { persistSession: false },
    });
  });

  test(`${what}: a moment without a zone is one of the document's, and is answered in UTC`, async () => {
    for (const [given, is] of [
      ["2026-07-01T10:00", "2026-07-01T08:00:00+00:00"],
      ["2026-01-31 08:30:15.25", "2026-01-31T07:30:15.25+00:00"],
      ["2026-07-01", "2026-06-30T22:00:00+00:00"],
      ["2026-07-01T10:00Z", "2026-07-01T10:00:00+00:00"],
      ["2026-07-01T10:00:00+05:30", "2026-07-01T04:30:00+00:00"],
    ] as const) {
      const made = data(await slots().insert({ begins: given }).select("id, begins").single());
      assert.equal(made?.begins, is, given);
      for (const asked of [
        slots().select("id").eq("begins", given),
        slots().select("id").in("begins", [given]),
        slots().select("id").or(`begins.eq."${given}"`),
      ])
        assert.deepEqual(data(await asked.eq("id", made?.id)), [{ id: made?.id }], given);
      const changed = data(await slots().update({ begins: given }).eq("id", made?.id).select("begins").single());
      assert.equal(changed?.begins, is, given);
    }
  });

  test(`${what}: a duration is given in milliseconds or as ISO 8601, and answered in milliseconds`, async () => {
    for (const [given, is] of [
      [1_800_000, 1_800_000],
      ["1800000", 1_800_000],
      ["PT30M", 1_800_000],
      ["P1DT0.5S", 86_400_500],
      ["P2W", 1_209_600_000],
    ] as const) {
      const made = data(await slots().insert({ takes: given }).select("id, takes").single());
      assert.equal(made?.takes, is, String(given));
      assert.deepEqual(data(await slots().select("id").eq("takes", given).eq("id", made?.id)), [{ id: made?.id }]);
    }
    const rows = data(
      await slots()
        .insert([{ name: "a" }, { takes: null }], { defaultToNull: false })
        .select("takes"),
    );
    assert.deepEqual(rows, [{ takes: 7_200_000 }, { takes: null }]);
  });

  test(`${what}: values that are worked out are asked for as they would be written`, async () => {
    const row = { name: "one of its kind", begins: "2026-07-01T10:00", takes: "PT1H" };
    const { id } = data(await slots().insert(row).select("id").single()) ?? {};
    for (const [field, asked] of [
      ["over", "2026-07-01T11:00"],
      ["twice", "PT2H"],
      ["twice", "7200000"],
      ["last", "2026-07-01T10:00"],
      ["whole", "PT1H"],
      ["whole", "3600000.0"],
    ] as const) {
      assert.deepEqual(data(await slots().select("id").eq(field, asked)), [{ id }], `${field} ${asked}`);
      assert.deepEqual(data(await slots().select("id").in(field, [asked])), [{ id }], `${field} ${asked}`);
    }
  });

  test(`${what}: an invalid value is refused with its field`, async () => {
    for (const [field, value] of [
      ["begins", "2026-02-30"],
      ["begins", "2026-02-01T10:00:00+24:30"],
      ["day", "2026-02-30"],
      ["takes", "-PT3M"],
      ["takes", "PT999999999999H"],
      ["owner", "{00000000-0000-0000-0000-000000000000"],
      ["tags", "{red,}"],
      ["name", "\ud800"],
    ] as const) {
      const { error, status } = await slots().insert({ [field]: value } as never);
      assert.deepEqual([status, error?.code, JSON.parse(error?.details ?? "[]")[0]?.field], [422, "INVALID", field]);
    }
  });

  test(`${what}: a step takes both`, async () => {
    const id = data(await slots().insert({}).select("id").single())?.id;
    const held = data(await ann.rpc("slot_hold", { id, begins: "2026-07-01T10:00", takes: "PT1H" }));
    assert.deepEqual([held.begins, held.takes], ["2026-07-01T08:00:00+00:00", 3_600_000]);
  });

  test(`${what}: an invalid value is refused with its field and clause`, async () => {
    const clauseOf = (field: string) => `3/Slot/${field.charAt(0).toUpperCase()}${field.slice(1)}`;
    const wrong = {
      begins: "soon",
      day: "2026-13-01",
      takes: "P1M",
      places: 1.5,
      price: "much",
      open: "perhaps",
      owner: "Ann",
      tags: "red",
    };
    const told = (error: { readonly code: string; readonly details: unknown } | null) => {
      const details = JSON.parse(String(error?.details));
      return [
        error?.code,
        details.map(({ code, field, clause }: Record<string, unknown>) => [code, field, clause].map(String).join(" ")),
      ];
    };
    for (const [field, value] of Object.entries(wrong)) {
      const row: Record<string, never> = Object.fromEntries([[field, value]]) as Record<string, never>;
      const { error, status } = await slots().insert(row);
      assert.equal(status, 422, JSON.stringify({ field, error }));
      assert.deepEqual([status, ...told(error)], [422, "INVALID", [`INVALID ${field} ${clauseOf(field)}`]]);
    }
    const { error, status } = await slots().insert(wrong);
    const all = Object.keys(wrong)
      .map((field) => `INVALID ${field} ${clauseOf(field)}`)
      .toSorted();
    assert.equal(status, 422);
    assert.deepEqual((told(error)[1] as string[]).toSorted(), all);
    const id = data(await slots().insert({}).select("id").single())?.id;
    const changed = await slots().update({ places: "many" }).eq("id", id);
    assert.deepEqual([changed.status, ...told(changed.error)], [422, "INVALID", ["INVALID places 3/Slot/Places"]]);
    const held = await ann.rpc("slot_hold", { id, begins: "soon" });
    assert.deepEqual([held.status, ...told(held.error)], [422, "INVALID", ["INVALID begins 4/Slot/Hold"]]);
  });
}
