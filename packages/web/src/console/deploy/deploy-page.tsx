// Deploy: another document is looked at, then applied; and the documents that were applied, to go back to one of them.
import { Button, FileButton, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AppliedView, DeploysView } from "@writ/server/response-types";
import { useRef, useState } from "react";
import { notify } from "../../kit/notify.ts";
import { getJson, saveBlob } from "../api.ts";
import { Faces, momentOf } from "../faces.tsx";
import { Table } from "../table.tsx";
import { DeployPlan, lostWords } from "./deploy-plan.tsx";
import shared from "../console.module.css";
import classes from "./deploy.module.css";

/** `from`: what people call it. */
type Chosen = { readonly source: string; readonly from: string };

export function DeployPage() {
  const [chosen, setChosen] = useState<Chosen>();
  const [pasted, setPasted] = useState("");
  const [refused, setRefused] = useState("");
  const resetFile = useRef<() => void>(null);
  const open = async (file: File) => {
    const source = await readText(file);
    setRefused(source === undefined ? `${file.name}: This is not a Markdown document.` : "");
    if (source !== undefined) setChosen({ source, from: file.name });
    // The same file can be chosen again, once it is another one.
    resetFile.current?.();
  };
  const deploys = useQuery({ queryKey: ["deploys"], queryFn: async () => getJson<DeploysView>("deploys") });
  return (
    <>
      <div className="page-head">
        <h1>Deploy</h1>
      </div>
      {chosen === undefined ? (
        <>
          <p className={shared["lead"]}>Choose a document. You see what it would change before anything is changed.</p>
          {refused !== "" && (
            <p className={`wrong ${classes["refused"]}`} role="alert">
              {refused}
            </p>
          )}
          <div className={classes["choose"]}>
            <FileButton
              accept=".md,text/markdown,text/plain"
              resetRef={resetFile}
              onChange={(file) => file !== null && void open(file)}
            >
              {(props) => <Button {...props}>Choose a file</Button>}
            </FileButton>
            <details>
              <summary>Paste it instead</summary>
              <Textarea
                aria-label="Document"
                className={classes["paste"] ?? ""}
                minRows={8}
                maxRows={16}
                autosize
                spellCheck={false}
                value={pasted}
                onChange={({ currentTarget: { value } }) => setPasted(value)}
              />
              <Button
                variant="default"
                disabled={pasted.trim() === ""}
                onClick={() => setChosen({ source: pasted, from: "the pasted document" })}
              >
                Look at what it changes
              </Button>
            </details>
          </div>
        </>
      ) : (
        <DeployPlan key={chosen.from} {...chosen} file={deploys.data?.file} onEnd={() => setChosen(undefined)} />
      )}
      <h2 className={classes["heading"]}>Deployment history</h2>
      <Faces of={deploys}>
        {({ applied }) => <Applied applied={applied} isFree={chosen === undefined} onChoose={setChosen} />}
      </Faces>
    </>
  );
}

/** Undefined where it is no text: a picture, or a file of another program. */
async function readText(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

type AppliedProps = {
  readonly applied: readonly AppliedView[];
  readonly isFree: boolean;
  readonly onChoose: (chosen: Chosen) => void;
};

function Applied({ applied, isFree, onChoose }: AppliedProps) {
  const read = async (id: string, use: (source: string) => void) =>
    getJson<{ source: string }>("deployed-document", { id }).then(
      ({ source }) => use(source),
      (failure: unknown) => notify(failure instanceof Error ? failure.message : "The document cannot be read."),
    );
  return (
    <Table label="Deployment history" heads={["Deployed", "Document", "By", "Changes", "Data removed", "Actions"]}>
      {applied.map(({ id, title, at, operator, changes, lost }, index) => (
        <tr key={id}>
          <td className="figures">{momentOf(at)}</td>
          <td className="breaks">
            {title}
            {index === 0 && (
              <>
                {" "}
                <span className={classes["now"]}>current</span>
              </>
            )}
          </td>
          <td className="breaks">{operator ?? <span className="quiet">from a file</span>}</td>
          <td className="figures">{changes}</td>
          <td className="breaks">{lost.map(lostWords).join(", ")}</td>
          <td className={classes["acts"]}>
            {index > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={!isFree}
                onClick={() => void read(id, (source) => onChoose({ source, from: `the version of ${momentOf(at)}` }))}
              >
                Restore
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" onClick={() => void read(id, save)}>
              Download
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

const save = (source: string) => saveBlob(new Blob([source], { type: "text/markdown" }), "SPEC.md");
