// Permissions: the matrix of the document by role, and for one person and one row what the database answers.
import { useQuery } from "@tanstack/react-query";
import type { AnswerView, MatrixView, RolesView } from "@writ/server/response-types";
import { getJson } from "./api.ts";
import { Empty, Faces } from "./faces.tsx";
import { Grant } from "./grant.tsx";
import { PersonRights } from "./rights-of-person.tsx";
import { Table } from "./table.tsx";
import { addressOf, go, useRoute, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

export function RightsPage() {
  const { search } = useRoute();
  // Of people the document says least.
  const first = ({ entities }: RolesView) => (entities.find(({ id }) => id !== "user") ?? entities[0])?.id ?? "";
  const known = useQuery({ queryKey: ["roles"], queryFn: async () => getJson<RolesView>("roles") });
  return (
    <>
      <div className="page-head">
        <h1>Permissions</h1>
      </div>
      <Faces of={known}>
        {(told) =>
          told.entities.length === 0 ? (
            <Empty title="No entities yet">
              <p>Permissions apply to the entities of section 3.</p>
            </Empty>
          ) : (
            <Chosen
              told={told}
              entity={search.get("entity") ?? first(told)}
              person={search.get("person") ?? ""}
              row={search.get("row") ?? ""}
            />
          )
        }
      </Faces>
    </>
  );
}

type ChosenProps = {
  readonly told: RolesView;
  readonly entity: string;
  readonly person: string;
  readonly row: string;
};

function Chosen({ told, entity, person, row }: ChosenProps) {
  const matrix = useQuery({
    queryKey: ["matrix", entity],
    queryFn: async () => getJson<MatrixView>("matrix", { entity }),
  });
  const change = (to: Readonly<Record<string, string>>) =>
    go(addressOf("rights", { entity, person, row, ...to }), true);
  const rows = matrix.data?.rows ?? [];
  return (
    <>
      <div className={classes["choices"]}>
        <Choice
          label="Entity"
          value={entity}
          onChange={(to) => change({ entity: to, row: "" })}
          options={told.entities}
        />
        <Choice
          label="Person"
          value={person}
          onChange={(to) => change({ person: to })}
          options={[{ id: "", label: "All, by role" }, ...told.people]}
        />
        <Choice
          label="Row"
          value={row}
          onChange={(to) => change({ row: to })}
          options={[{ id: "", label: "Any row" }, ...rows]}
        />
      </div>
      {person === "" ? (
        <Faces of={matrix}>{(told_) => <Matrix rights={told_.rights} />}</Faces>
      ) : row === "" ? (
        <PersonRights person={person} />
      ) : (
        <Answers entity={entity} person={person} row={row} />
      )}
    </>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className={classes["choice"]}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Matrix({ rights }: { readonly rights: MatrixView["rights"] }) {
  const roles = rights[0]?.grants.map(({ label }) => label) ?? [];
  if (rights.length === 0)
    return (
      <Empty title="No permissions">
        <p>Section 6 grants nothing here. What it does not grant is denied.</p>
      </Empty>
    );
  return (
    <Table isMatrix label="By role" heads={["Action", ...roles]}>
      {rights.map(({ action, address, grants }) => (
        <tr key={address}>
          <th scope="row">
            <RouteLink to={addressOf("document", { clause: address })}>{action}</RouteLink>
          </th>
          {grants.map((one) => (
            <td key={one.role}>
              <Grant {...one} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function Answers(chosen: Readonly<Record<"entity" | "person" | "row", string>>) {
  const answers = useQuery({
    queryKey: ["rights", chosen],
    queryFn: async () => getJson<AnswerView>("rights", chosen),
  });
  return (
    <Faces of={answers}>
      {(told) => (
        <>
          <p className="quiet">
            What the database answers for this person. Roles: {told.roles.length === 0 ? "none" : told.roles.join(", ")}
            .
          </p>
          <Table label="Answers of the database" heads={["Action", "Answer", "Decided by"]}>
            {told.answers.map(({ action, may, why, notFrom, clauses }) => (
              <tr key={action}>
                <th scope="row">{action}</th>
                <td>
                  <span className={classes["grant"]} data-grant={may === "by row" ? "some" : may}>
                    {may === "by row" ? "depends on the values" : may}
                  </span>
                  {why !== undefined && <p className={classes["means"]}>{why}</p>}
                  {notFrom !== undefined && <p className={classes["means"]}>but not while it is {notFrom}</p>}
                </td>
                <td>
                  {clauses.length === 0 && <span className="quiet">no permission for their roles</span>}
                  {clauses.map(({ address, role, grant, means }) => (
                    <p key={address}>
                      <RouteLink to={addressOf("document", { clause: address })}>{role}</RouteLink>: {grant}
                      {means.map((one) => (
                        <span key={one} className={classes["means"]}>
                          {" "}
                          {one}
                        </span>
                      ))}
                    </p>
                  ))}
                </td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </Faces>
  );
}
