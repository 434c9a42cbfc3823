// The first step: a file is chosen, or dropped.
import { IconUpload } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useImportSay } from "./use-import-say.ts";
import classes from "./importing.module.css";

type ChooseFileProps = {
  readonly failure: string | undefined;
  /** What is read at this moment. */
  readonly reading: string | undefined;
  readonly choose: (file: File) => void;
};

export function ChooseFile({ failure, reading, choose }: ChooseFileProps) {
  const say = useImportSay();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [isOther, setIsOther] = useState(false);
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    const fits = /\.(?:csv|xlsx)$/i.test(file.name);
    setIsOther(!fits);
    if (fits) choose(file);
  };
  const wrong = isOther ? say("onlyThese") : failure;
  return (
    <>
      <div
        className={classes["drop"]}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <IconUpload size={24} stroke={1.4} aria-hidden="true" />
        <span>
          <label htmlFor={id} className={classes["choose"]}>
            {say("chooseFile")}
          </label>{" "}
          <span className="quiet">{say("orDrop")}</span>
        </span>
        <span id={`${id}-help`} className="quiet">
          {say("fileHelp")}
        </span>
        <input
          id={id}
          type="file"
          accept=".csv,.xlsx"
          aria-describedby={`${id}-help`}
          data-autofocus
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same one, corrected, is another choice.
            event.currentTarget.value = "";
          }}
        />
      </div>
      <p role="status" className="quiet">
        {reading === undefined ? "" : say("reading", { name: reading })}
      </p>
      {wrong !== undefined && (
        <p role="alert" className={`wrong ${classes["lines"]}`}>
          {wrong}
        </p>
      )}
    </>
  );
}
