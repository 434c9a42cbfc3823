// People: those to try the product as, with one click to become each of them, and all others.
import { IconArrowUpRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { PersonView } from "@writ/server/response-types";
import { rolesBeside } from "../kit/roles-beside.ts";
import { getJson } from "./api.ts";
import { Empty, Faces } from "./faces.tsx";
import { Table } from "./table.tsx";
import { addressOf, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

export function PeoplePage() {
  const people = useQuery({
    queryKey: ["people"],
    queryFn: async () => getJson<readonly PersonView[]>("people"),
    refetchInterval: 5000,
  });
  return (
    <>
      <div className="page-head">
        <h1>People</h1>
      </div>
      <Faces of={people}>
        {(all) => {
          const tried = all.filter(({ link }) => link !== undefined);
          const others = all.filter(({ link }) => link === undefined);
          return (
            <>
              <h2 className={classes["part"]}>Sample users</h2>
              {tried.length === 0 ? (
                <p className="quiet">
                  No sample users. <code>writ run --sample</code> creates a user for each role, and the users in the
                  document's samples.
                </p>
              ) : (
                <>
                  <p className="quiet">Each user opens in a new tab, so you can try several of them side by side.</p>
                  <ul className={classes["people"]}>
                    {tried.map(({ id, email, name, roles, link }) => (
                      <li key={id} className={classes["person"]}>
                        <div>
                          <strong>{name || email}</strong>
                          <p className="quiet breaks">{email}</p>
                          <Roles roles={rolesBeside(name, roles)} />
                        </div>
                        <div className={`${classes["acts"]} ${classes["stacked"]}`}>
                          <a href={link} target="_blank" rel="noopener" data-step className={classes["become"]}>
                            Sign in as {name || email}
                            <IconArrowUpRight size={16} aria-hidden="true" />
                          </a>
                          <RouteLink to={addressOf("rights", { person: id })}>View permissions</RouteLink>
                        </div>
                      </li>
                    ))}
                  </ul>
                </>
              )}
              <h2 className={classes["part"]}>Registered users</h2>
              {others.length === 0 ? (
                <Empty title="No registered users yet" />
              ) : (
                <Table label="Registered users" heads={["Name", "Address", "Roles", "Permissions"]}>
                  {others.map(({ id, email, name, roles }) => (
                    <tr key={id}>
                      <td>{name}</td>
                      <td className="breaks">{email || <span className="quiet">a visitor</span>}</td>
                      <td>
                        <Roles roles={roles} />
                      </td>
                      <td>
                        <RouteLink to={addressOf("rights", { person: id })}>View permissions</RouteLink>
                      </td>
                    </tr>
                  ))}
                </Table>
              )}
            </>
          );
        }}
      </Faces>
    </>
  );
}

function Roles({ roles }: { readonly roles: readonly string[] }) {
  return (
    <span className={classes["roles"]}>
      {roles.map((role) => (
        <span key={role} className={classes["role"]}>
          {role}
        </span>
      ))}
    </span>
  );
}
