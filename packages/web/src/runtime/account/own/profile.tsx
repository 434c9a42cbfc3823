// One's profile: what the document asks of people, language and time zone, the address.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../../../kit/failure.tsx";
import { notify } from "../../../kit/notify.ts";
import { RowSkeletons } from "../../../kit/skeletons.tsx";
import { messageFor, Refusal } from "../../../words/refusal.ts";
import { allFields, dataOf, readRow } from "../../data/rows.ts";
import { formFields, storedIn } from "../../forms/form-fields.ts";
import { RowForm } from "../../forms/row-form.tsx";
import { rowContext, useProduct, type Person } from "../../product/product.tsx";
import { may, whyNot } from "../../product/rights.ts";
import type { WireRow } from "../../values/row.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { AddressPart } from "./address.tsx";
import { OwnPage, Part } from "./own-page.tsx";
import { SpeakingPart } from "./speaking.tsx";

export function Profile() {
  const { application } = useProduct();
  const say = usePeopleSay();
  return (
    <OwnPage title={say("profile")}>
      {(person) => (
        <>
          {application.entities["user"] !== undefined && <FieldsPart person={person} />}
          <SpeakingPart />
          {!person.isVisitor && <AddressPart person={person} />}
        </>
      )}
    </OwnPage>
  );
}

function FieldsPart({ person }: { readonly person: Person }) {
  const product = useProduct();
  const say = usePeopleSay();
  const result = useQuery({
    queryKey: ["user", "own", person.id],
    queryFn: async () => readRow("user", { id: person.id }, allFields("user", product.application), product),
    // What a user is changing must not change below their hands.
    staleTime: Infinity,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  return (
    <Part title={say("profile")} what={say("profileText")}>
      {result.error !== null && result.data === undefined ? (
        <Failure say={product.say} error={result.error} onRetry={() => void result.refetch()} />
      ) : result.data === undefined ? (
        <RowSkeletons count={2} />
      ) : (
        <FieldsForm key={String(result.data["updated_at"])} row={result.data} />
      )}
    </Part>
  );
}

function FieldsForm({ row }: { readonly row: WireRow }) {
  const product = useProduct();
  const { backend, application, language, say } = product;
  const queries = useQueryClient();
  const [version, setVersion] = useState(0);
  // Users change their own account, where the document states no right.
  const isStated = application.entities["user"]?.rights["update"] !== undefined;
  const context = rowContext(product, "user", row);
  if (isStated && may("update", "user", context, product) === "no")
    return <p className="quiet">{messageFor(whyNot("update", "user", context, product), language, application)}</p>;
  const fields = formFields({ entity: "user", ask: undefined, preset: [] }, row, product).toSorted(
    (a, b) => Number(b.field.id === "name") - Number(a.field.id === "name"),
  );
  const save = async (values: Readonly<Record<string, unknown>>) => {
    if (Object.keys(values).length === 0) return;
    const written = dataOf<readonly WireRow[]>(
      await backend
        .from("user")
        .update(values)
        .eq("id", String(row["id"]))
        .eq("updated_at", String(row["updated_at"]))
        .select("id"),
    );
    if (written.length === 0) {
      const message = messageFor("CONFLICT", language, application);
      setVersion(version + 1);
      throw new Refusal("CONFLICT", message, 409, [{ code: "CONFLICT", field: undefined, clause: undefined, message }]);
    }
    notify(say("saved"));
    await queries.invalidateQueries();
  };
  return (
    <RowForm
      entity="user"
      fields={fields}
      initial={storedIn(fields, row, product)}
      draftKey={undefined}
      rowId={String(row["id"])}
      given={row}
      submitLabel={say("save")}
      moment="update"
      onSend={save}
    />
  );
}
