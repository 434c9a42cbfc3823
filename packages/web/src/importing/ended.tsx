// The last step: what came of an import; or why it did not go on, and what can be done about it.
import { Button } from "@mantine/core";
import { saveFile } from "../kit/save-file.ts";
import { ImportFailure, type How, type Mode, type Result } from "./ask-import.ts";
import { failureWords } from "./failure-words.ts";
import { refusedFile, refusedName } from "./refused-file.ts";
import { StepTitle } from "./step-title.tsx";
import { useImportSay } from "./use-import-say.ts";
import classes from "./importing.module.css";

type EndedProps = {
  readonly name: string;
  readonly heads: readonly string[];
  readonly result: Result;
  readonly close: () => void;
};

export function Ended({ name, heads, result: { report, refused }, close }: EndedProps) {
  const say = useImportSay();
  return (
    <>
      <StepTitle>{say(report.isKept ? "done" : "noneDone")}</StepTitle>
      <ul className={`figures ${classes["counts"]}`}>
        {report.isKept && (report.created > 0 || report.updated === 0) && (
          <li>{say("created", { count: report.created })}</li>
        )}
        {report.isKept && report.updated > 0 && <li>{say("updated", { count: report.updated })}</li>}
        {report.refused > 0 && <li className="wrong">{say("refused", { count: report.refused })}</li>}
      </ul>
      <div className={classes["buttons"]}>
        {refused.length > 0 && (
          <Button
            variant="default"
            onClick={() => saveFile(refusedName(name), refusedFile(heads, refused, say("errorColumn")))}
          >
            {say("download")}
          </Button>
        )}
        <Button onClick={close}>{say("ready")}</Button>
      </div>
    </>
  );
}

type StoppedProps = {
  readonly mode: Mode;
  readonly how: How;
  /** Undefined: it was cancelled. */
  readonly failure: unknown;
  readonly start: (mode: Mode, how: How) => void;
  readonly back: () => void;
};

export function Stopped({ mode, how, failure, start, back }: StoppedProps) {
  const say = useImportSay();
  const code = failure instanceof ImportFailure ? failure.code : undefined;
  const canGoOn = code === "CUT_OFF" || (failure === undefined && mode === "only_good");
  const isKnown = code === "CUT_OFF" || code === "IMPORTED";
  return (
    <>
      <StepTitle>{say(titleOf(failure))}</StepTitle>
      <p role={isKnown || failure === undefined ? undefined : "alert"} className={classes["lines"]}>
        {wordsOf()}
      </p>
      <div className={classes["buttons"]}>
        <Button variant="default" onClick={back}>
          {say("back")}
        </Button>
        {isKnown && (
          <Button variant={canGoOn ? "default" : "filled"} onClick={() => start(mode, "again")}>
            {say("again")}
          </Button>
        )}
        {canGoOn && <Button onClick={() => start("only_good", "continue")}>{say("goOn")}</Button>}
        {!isKnown && !canGoOn && <Button onClick={() => start(mode, how)}>{say("tryAgain")}</Button>}
      </div>
    </>
  );

  function wordsOf(): string {
    if (failure === undefined) return say(mode === "only_good" ? "cancelledSome" : "cancelledNone");
    if (!(failure instanceof ImportFailure)) return say("lost");
    if (code === "IMPORTED") return say("importedText");
    return code === "CUT_OFF" ? say("cutOffText", { count: failure.rows }) : failureWords(failure, say);
  }
}

function titleOf(failure: unknown) {
  if (failure === undefined) return "cancelled";
  const code = failure instanceof ImportFailure ? failure.code : undefined;
  return code === "IMPORTED" ? "imported" : code === "CUT_OFF" ? "cutOff" : "failed";
}
