// People: those to try the product as, with one click to become each of them, and everybody else.
import { IconArrowUpRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { PersonView } from "@writ/server/response-types";
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
              <h2 className={classes["part"]}>To try the product as</h2>
              {tried.length === 0 ? (
                <p className="quiet">
                  Nobody. <code>writ run --sample</code> makes a person for each role, and those of the document's
                  samples.
                </p>
              ) : (
                <>
                  <p className="quiet">Each opens a tab of its own, so that several can be tried side by side.</p>
                  <ul className={classes["people"]}>
                    {tried.map(({ id, email, name, roles, link }) => (
                      <li key={id} className={classes["person"]}>
                        <div>
                          <strong>{name || email}</strong>
                          <p className="quiet breaks">{email}</p>
                          <Roles roles={roles} />
                        </div>
                        <div className={classes["acts"]}>
                          <a href={link} target="_blank" rel="noopener" data-step className={classes["become"]}>
                            Sign in as {name || email}
                            <IconArrowUpRight size={16} aria-hidden="true" />
                          </a>
                          <RouteLink to={addressOf("rights", { person: id })}>May what?</RouteLink>
                        </div>
                      </li>
                    ))}
                  </ul>
                </>
              )}
              <h2 className={classes["part"]}>With accounts of their own</h2>
              {others.length === 0 ? (
                <Empty title="Nobody has signed up yet" />
              ) : (
                <Table label="With accounts of their own" heads={["Name", "Address", "Roles", "Rights"]}>
                  {others.map(({ id, email, name, roles }) => (
                    <tr key={id}>
                      <td>{name}</td>
                      <td className="breaks">{email || <span className="quiet">a visitor</span>}</td>
                      <td>
                        <Roles roles={roles} />
                      </td>
                      <td>
                        <RouteLink to={addressOf("rights", { person: id })}>May what?</RouteLink>
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
