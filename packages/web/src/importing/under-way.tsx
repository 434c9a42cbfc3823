// A check or an import that is under way: how far it is, and how it is cancelled.
import { Button } from "@mantine/core";
import { numbered } from "./numbered.ts";
import { StepTitle } from "./step-title.tsx";
import { useImportSay } from "./use-import-say.ts";
import classes from "./importing.module.css";

export type Progress = { readonly done: number; readonly all: number };

type UnderWayProps = {
  readonly title: string;
  readonly progress: Progress | undefined;
  readonly cancel: () => void;
};

export function UnderWay({ title, progress, cancel }: UnderWayProps) {
  const say = useImportSay();
  return (
    <>
      <StepTitle>{title}</StepTitle>
      <progress
        className={classes["progress"]}
        aria-label={title}
        max={progress?.all ?? 1}
        {...(progress === undefined ? {} : { value: progress.done })}
      />
      <p role="status" className="quiet figures">
        {progress === undefined ? "" : say("rowsDone", { count: progress.done, all: numbered(progress.all) })}
      </p>
      <div className={classes["buttons"]}>
        <Button variant="default" onClick={cancel}>
          {say("cancel")}
        </Button>
      </div>
    </>
  );
}
