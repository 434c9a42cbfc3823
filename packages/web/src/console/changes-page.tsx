// What operators changed: who, when and what, the last ones first.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ActsView } from "@writ/server/response-types";
import { useDeferredValue, useState } from "react";
import { getJson } from "./api.ts";
import { Empty, Faces, momentOf } from "./faces.tsx";
import { Table } from "./table.tsx";
import classes from "./console.module.css";

export function ChangesPage() {
  const [text, setText] = useState("");
  const [before, setBefore] = useState("");
  const asked = useDeferredValue(text);
  const acts = useQuery({
    queryKey: ["acts", asked, before],
    queryFn: async () => getJson<ActsView>("acts", { text: asked, before }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="page-head">
        <h1>Changes</h1>
      </div>
      <p className={classes["lead"]}>
        What operators changed in the console, the SQL that they ran, and who was named or removed on the command line.
      </p>
      <search className={classes["choices"]}>
        <label className={classes["choice"]}>
          Search
          <input
            type="search"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setBefore("");
            }}
          />
        </label>
      </search>
      <Faces of={acts}>
        {(told) =>
          told.acts.length === 0 ? (
            <Empty title={asked === "" ? "No changes yet" : "No matching changes"}>
              <p>Whenever an operator changes something here, it is listed with their name.</p>
            </Empty>
          ) : (
            <>
              <Table label="Changes" heads={["Time", "Operator", "Action", "Details"]}>
                {told.acts.map(({ id, at, name, act, about }) => (
                  <tr key={id}>
                    <td className="figures">{momentOf(at)}</td>
                    <td className="breaks">{name}</td>
                    <td>{act}</td>
                    <td className="breaks">{about}</td>
                  </tr>
                ))}
              </Table>
              <p className={classes["acts"]}>
                {before !== "" && (
                  <Button variant="default" onClick={() => setBefore("")}>
                    Newest
                  </Button>
                )}
                {told.hasMore && (
                  <Button variant="default" onClick={() => setBefore(told.acts.at(-1)?.id ?? "")}>
                    Older
                  </Button>
                )}
              </p>
            </>
          )
        }
      </Faces>
    </>
  );
}
