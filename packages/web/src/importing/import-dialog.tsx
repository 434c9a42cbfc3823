// Rows of a file are imported: a file, its columns, the check, the import, and what came of it.
import type { ReactNode } from "react";
import { Dialog } from "../kit/dialog.tsx";
import { ImportFailure, type Server } from "./ask-import.ts";
import { failureWords } from "./failure-words.ts";
import { Checked } from "./checked.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { Columns } from "./columns.tsx";
import { Ended, Stopped } from "./ended.tsx";
import type { Word } from "./in-words.ts";
import { UnderWay } from "./under-way.tsx";
import { useImport, type Import } from "./use-import.ts";
import { ImportSaying, useImportSay, useImportSpeaker } from "./use-import-say.ts";
import classes from "./importing.module.css";

export type ImportDialogProps = Server & {
  readonly entityLabel: string;
  /** Of the reader. */
  readonly language: string;
  /** The document's names in it. */
  readonly word?: Word;
  /** It is closed, and rows may have been imported. */
  readonly done: () => void;
};

const asItIs: Word = (name) => name;

export function ImportDialog({ entityLabel, language, word = asItIs, done, ...server }: ImportDialogProps) {
  const say = useImportSpeaker(language);
  const importing = useImport(server, word);
  return (
    <ImportSaying value={say}>
      <Dialog onClose={done} title={say("importInto", { name: entityLabel })} closeLabel={say("close")} isWide>
        <div className={classes["steps"]} key={importing.step.is}>
          <Step importing={importing} language={language} close={done} />
        </div>
      </Dialog>
    </ImportSaying>
  );
}

type StepProps = { readonly importing: Import; readonly language: string; readonly close: () => void };

function Step({ importing, language, close }: StepProps): ReactNode {
  const say = useImportSay();
  const { step, chosen, plan, setPlan, toFile, toColumns, choose, start, cancel, back } = importing;
  const wordsOf = (failure: unknown): string =>
    failure instanceof ImportFailure && failure.message !== "" ? failureWords(failure, say) : say("unanswered");
  if (step.is === "file" || chosen === undefined) {
    const { failure, reading } = step.is === "file" ? step : {};
    return (
      <ChooseFile
        failure={failure === undefined ? undefined : wordsOf(failure)}
        reading={reading}
        choose={(file) => void choose(file)}
      />
    );
  }
  switch (step.is) {
    case "columns":
      return (
        <Columns
          name={chosen.file.name}
          look={chosen.look}
          plan={plan}
          hasNotes={language.startsWith("en")}
          change={setPlan}
          check={() => void start("dry_run", "new")}
          back={toFile}
        />
      );
    case "under way":
      return (
        <UnderWay
          title={say(step.mode === "dry_run" ? "checking" : "importing")}
          progress={step.progress}
          cancel={() => cancel(step.mode)}
        />
      );
    case "checked":
      return (
        <Checked report={step.report} start={(mode) => void start(mode, "new")} toFile={toFile} toColumns={toColumns} />
      );
    case "stopped":
      return (
        <Stopped
          mode={step.mode}
          how={step.how}
          failure={step.failure}
          start={(mode, how) => void start(mode, how)}
          back={() => back(step.mode)}
        />
      );
    case "ended":
      return <Ended name={chosen.file.name} heads={chosen.look.heads} result={step.result} close={close} />;
  }
}
