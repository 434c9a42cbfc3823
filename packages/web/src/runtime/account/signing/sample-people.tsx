// Under `writ run --sample`: the people of samples, each one click away. No server in production names their address.
import { useQuery } from "@tanstack/react-query";
import type { SamplePerson } from "@writ/server/response-types";
import { rolesBeside } from "../../../kit/roles-beside.ts";
import { useProduct } from "../../product/product.tsx";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { useEntry } from "../entry.ts";
import classes from "./sample-people.module.css";

export function SamplePeople({ address }: { readonly address: string }) {
  const { word } = useProduct();
  const say = usePeopleSay();
  const { then } = useEntry();
  const { data: people = [] } = useQuery({
    queryKey: ["sample people"],
    queryFn: async () => {
      const response = await fetch(address);
      return response.ok ? ((await response.json()) as readonly SamplePerson[]) : [];
    },
  });
  if (people.length === 0) return null;
  return (
    <section className={classes["people"]} aria-labelledby="sample-people">
      <h2 id="sample-people">{say("samplePeople")}</h2>
      <p className="quiet">{say("samplePeopleText")}</p>
      <ul>
        {people.map(({ name, roles, link }) => (
          <li key={link}>
            <a href={leadingTo(link, then)} className={classes["person"]}>
              <span className={classes["initials"]} aria-hidden="true">
                {initialsOf(name)}
              </span>
              <span>
                <span className={classes["name"]}>{name}</span>
                <Roles roles={rolesBeside(name, roles).map(word)} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Roles = ({ roles }: { readonly roles: readonly string[] }) =>
  roles.length === 0 ? null : <span className={classes["roles"]}>{roles.join(", ")}</span>;

/** The tab comes back to where the user wanted to go, at the address by which it knows this machine. */
function leadingTo(link: string, then: string): string {
  const url = new URL(link, location.origin);
  const back = new URL("/_/as", location.origin);
  if (then !== "/") back.searchParams.set("then", then);
  url.searchParams.set("redirect_to", back.href);
  return url.pathname + url.search;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .flatMap((one) => [...one].slice(0, 1))
    .join("")
    .toUpperCase();
}
