// Files that a call is given: chosen or dropped, kept by the form until it is sent, and sent with everything else.
import { Input } from "@mantine/core";
import { IconFile, IconX } from "@tabler/icons-react";
import { useState, type DragEvent } from "react";
import type { InputFieldProps } from "../fields/input-field.tsx";
import { useProduct } from "../product/product.tsx";
import { showSize, wrongWith, type FileType } from "../field-types/files/limits.ts";
import { fileName, pathsIn } from "../values/file-path.ts";
import { ChooseFiles, type SharedProps } from "./choose-files.tsx";
import { pathFor } from "./names.ts";
import classes from "./files.module.css";

/** By the name that the form knows a file by. */
export type Chosen = Map<string, File>;

type GivenFilesProps = Pick<InputFieldProps, "field" | "value" | "onChange" | "onLeave" | "error"> & {
  readonly type: FileType;
  readonly chosen: Chosen;
  readonly shared: SharedProps;
};

export function ChosenFiles({ field, type, value, onChange, onLeave, error, chosen, shared }: GivenFilesProps) {
  const { locale, say } = useProduct();
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const paths = pathsIn(value);
  const give = (next: readonly string[]) => onChange(type.many ? next : (next.at(-1) ?? ""));
  const take = (files: readonly File[]) => {
    const problems: string[] = [];
    const next = type.many ? [...paths] : [];
    for (const file of type.many ? files : files.slice(-1)) {
      const problem = wrongWith(file, type, locale, say);
      if (problem !== undefined) problems.push(problem);
      else if (next.length >= (type.many ? (type.count ?? Infinity) : 1))
        problems.push(say("tooManyFiles", { count: type.count ?? 1 }));
      else {
        const path = pathFor(field.id, file.name);
        chosen.set(path, file);
        next.push(path);
      }
    }
    setWrong(problems);
    if (next.length > 0) give(next);
    onLeave?.();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take([...event.dataTransfer.files]);
  };
  return (
    <Input.Wrapper {...shared} error={error ?? (wrong.length === 0 ? null : wrong.join(" "))} labelElement="div">
      <div
        className={classes["drop"]}
        data-field={field.id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <ul className={classes["files"]}>
          {paths.map((path) => (
            <li key={path} className={classes["file"]}>
              <IconFile size={20} stroke={1.5} aria-hidden="true" className="quiet" />
              <span className={classes["about"]}>
                <span className="clip">{fileName(path)}</span>
                <span className="quiet">{showSize(chosen.get(path)?.size ?? 0, locale)}</span>
              </span>
              <button
                type="button"
                className={classes["icon"]}
                aria-label={say("removeFile", { name: fileName(path) })}
                onClick={() => {
                  chosen.delete(path);
                  give(paths.filter((other) => other !== path));
                }}
              >
                <IconX size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        <ChooseFiles
          type={type}
          shared={shared}
          label={say(type.many ? "chooseFiles" : paths.length > 0 ? "chooseOther" : "chooseFile")}
          onChoose={take}
        />
      </div>
    </Input.Wrapper>
  );
}
