// Every gap of the document, in its own words: what is not shown yet.
import { useQuery } from "@tanstack/react-query";
import type { DocumentView } from "@writ/server/response-types";
import { NotShown } from "../kit/not-shown.tsx";
import { getJson } from "./api.ts";
import { Empty, Faces } from "./faces.tsx";
import { addressOf, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

export function GapsPage() {
  const told = useQuery({ queryKey: ["document"], queryFn: async () => getJson<DocumentView>("document") });
  return (
    <>
      <div className="page-head">
        <h1>Gaps</h1>
      </div>
      <Faces of={told}>
        {({ problems }) => {
          const gaps = problems.filter(({ severity }) => severity === "gap");
          if (gaps.length === 0)
            return (
              <Empty title="No gaps">
                <p>The document marks nothing as not shown.</p>
              </Empty>
            );
          return (
            <ul className={classes["stack"]}>
              {gaps.map(({ line, address, message, hint, code, excerpt }) => (
                <li key={`${line} ${address} ${code}`}>
                  <NotShown title={address === "" ? "The document" : address}>
                    <p>
                      {message}
                      {hint !== "" && `. ${hint}`}
                    </p>
                    <p className="breaks">
                      <code>{excerpt.text.trim()}</code>
                    </p>
                    <p>
                      <RouteLink to={addressOf("document", { line: String(line) })}>
                        Line {line} of the document
                      </RouteLink>
                    </p>
                  </NotShown>
                </li>
              ))}
            </ul>
          );
        }}
      </Faces>
    </>
  );
}
