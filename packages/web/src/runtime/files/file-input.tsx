// Files of a field: chosen or dropped, sent at once with how far they have come, and taken out again.
import "@mantine/core/styles/Progress.css";
import { Button, FileButton, Input, Progress } from "@mantine/core";
import { IconPaperclip, IconRefresh, IconX } from "@tabler/icons-react";
import { useState, type ComponentProps, type DragEvent } from "react";
import type { InputFieldProps } from "../fields/input-field.tsx";
import { useProduct } from "../product/product.tsx";
import type { FileType } from "./limits.ts";
import { fileName, pathsIn } from "./names.ts";
import { FileRow } from "./show-files.tsx";
import { takeBack } from "./upload.ts";
import { useUploads } from "./use-uploads.ts";
import classes from "./files.module.css";

type FileInputProps = InputFieldProps & {
  readonly type: FileType;
  readonly shared: Pick<
    ComponentProps<typeof Input.Wrapper>,
    "id" | "label" | "description" | "error" | "inputWrapperOrder"
  >;
};

export function FileInput({
  entity,
  field,
  type,
  value,
  onChange,
  onLeave,
  onUploads,
  fileRow,
  shared,
  error,
}: FileInputProps) {
  const { backend, say } = useProduct();
  const bucket = `${entity}.${field.id}`;
  const paths = pathsIn(value);
  const uploads = useUploads({ bucket, type, paths, fileRow, onUploads, onGive: onChange });
  const { going, wrong, said } = uploads;
  const [isOver, setIsOver] = useState(false);
  const take = (files: readonly File[]) => {
    uploads.take(files);
    onLeave?.();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take([...event.dataTransfer.files]);
  };
  const accepts =
    type.extensions.length > 0 ? type.extensions.map((one) => `.${one}`).join(",") : type.types?.join(",");
  const isFull = type.many && type.count !== undefined && paths.length + going.length >= type.count;
  return (
    <Input.Wrapper {...shared} error={error ?? (wrong.length === 0 ? null : wrong.join(" "))} labelElement="div">
      <div
        className={classes["drop"]}
        role="group"
        aria-labelledby={`${shared.id}-label`}
        data-over={isOver || undefined}
        data-field={field.id}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <ul className={classes["files"]}>
          {paths.map((path) => (
            <FileRow key={path} bucket={bucket} path={path} isPicture={type.isPicture}>
              <button
                type="button"
                className={classes["icon"]}
                aria-label={say("removeFile", { name: fileName(path) })}
                onClick={() => {
                  void takeBack(backend, bucket, path);
                  uploads.give(paths.filter((other) => other !== path));
                }}
              >
                <IconX size={16} aria-hidden="true" />
              </button>
            </FileRow>
          ))}
          {going.map((one) => (
            <li key={one.path} className={classes["file"]}>
              <div className={classes["about"]}>
                <span className="clip">{one.file.name}</span>
                {one.wrong === undefined ? (
                  <Progress value={one.part * 100} size="sm" aria-label={`${say("uploading")} ${one.file.name}`} />
                ) : (
                  <span className="wrong" role="alert">
                    {one.wrong}
                  </span>
                )}
              </div>
              {one.wrong !== undefined && (
                <button
                  type="button"
                  className={classes["icon"]}
                  aria-label={`${say("tryAgain")}: ${one.file.name}`}
                  onClick={() => uploads.retry(one)}
                >
                  <IconRefresh size={16} aria-hidden="true" />
                </button>
              )}
              <button
                type="button"
                className={classes["icon"]}
                aria-label={say("removeFile", { name: one.file.name })}
                onClick={() => uploads.drop(one)}
              >
                <IconX size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        {!isFull && fileRow !== undefined && (
          <FileButton
            multiple={type.many}
            onChange={(chosen: File | File[] | null) => take(chosen === null ? [] : [chosen].flat())}
            {...(accepts === undefined ? {} : { accept: accepts })}
          >
            {(props) => (
              <div className={classes["choose"]}>
                <Button
                  {...props}
                  id={`${shared.id}-choose`}
                  variant="default"
                  size="sm"
                  leftSection={<IconPaperclip size={16} aria-hidden="true" />}
                  aria-describedby={shared.description === null ? undefined : `${shared.id}-description`}
                >
                  {say(type.many ? "chooseFiles" : paths.length > 0 ? "chooseOther" : "chooseFile")}
                </Button>
                <span className={`quiet ${classes["hint"]}`}>{say(type.many ? "dropThemHere" : "dropHere")}</span>
              </div>
            )}
          </FileButton>
        )}
      </div>
      <span className="only-read" role="status">
        {said}
      </span>
    </Input.Wrapper>
  );
}
