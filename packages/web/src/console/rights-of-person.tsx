// What one person may do: their roles, and for each entity what these give.
import { useQuery } from "@tanstack/react-query";
import type { PersonRightsView } from "@writ/server/response-types";
import { getJson } from "./api.ts";
import { Faces } from "./faces.tsx";
import { Grant } from "./grant.tsx";
import { addressOf, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

export function PersonRights({ person }: { readonly person: string }) {
  const rights = useQuery({
    queryKey: ["person-rights", person],
    queryFn: async () => getJson<PersonRightsView>("person-rights", { person }),
  });
  return (
    <Faces of={rights}>
      {({ roles, entities }) => (
        <>
          <h2 className={classes["part"]}>Roles</h2>
          {roles.length === 0 ? (
            <p className="quiet">This person has no role, and can do nothing in the product.</p>
          ) : (
            <ul className={classes["held"]}>
              {roles.map(({ id, label, heldBy }) => (
                <li key={id}>
                  <span className={classes["role"]}>{label}</span> <span className="quiet">{heldBy}</span>
                </li>
              ))}
            </ul>
          )}
          <p className="quiet">
            What these roles allow. Where it depends on the row, choose a row above to see what the database answers.
          </p>
          {entities.map((entity) => (
            <Entity key={entity.id} entity={entity} />
          ))}
        </>
      )}
    </Faces>
  );
}

function Entity({ entity: { label, may, mayNot } }: { readonly entity: PersonRightsView["entities"][number] }) {
  if (may.length + mayNot.length === 0) return null;
  return (
    <section aria-label={`Permissions for ${label}`}>
      <h2 className={classes["part"]}>{label}</h2>
      <dl className={classes["facts"]}>
        {may.map(({ action, grants }) => (
          <div key={action}>
            <dt>{action}</dt>
            <dd>
              {unique(grants).map((one) => (
                <div key={one.grant}>
                  <Grant {...one} />
                </div>
              ))}
              <p className={classes["means"]}>
                by{" "}
                {grants.map((one, index) => (
                  <span key={one.address}>
                    {index > 0 && ", "}
                    <RouteLink to={addressOf("document", { clause: one.address })}>{one.label}</RouteLink>
                  </span>
                ))}
              </p>
            </dd>
          </div>
        ))}
        {mayNot.length > 0 && (
          <div>
            <dt>Not allowed</dt>
            <dd className="quiet">{mayNot.join(", ")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

type Grants = PersonRightsView["entities"][number]["may"][number]["grants"];

/** Two roles may say the same. */
const unique = (grants: Grants): Grants =>
  grants.filter(({ grant }, index) => grants.findIndex((other) => other.grant === grant) === index);
