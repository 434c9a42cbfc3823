// Files of a field: chosen or dropped, sent at once with how far they have come, and taken out again.
import "@mantine/core/styles/Progress.css";
import { Input, Progress } from "@mantine/core";
import { IconRefresh, IconX } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { InputFieldProps } from "../fields/input-field.tsx";
import { useProduct } from "../product/product.tsx";
import type { FileType } from "../field-types/files/limits.ts";
import { fileName, pathsIn } from "../values/file-path.ts";
import { ChooseFiles, type SharedProps } from "./choose-files.tsx";
import { FileRow } from "./show-files.tsx";
import { takeBack } from "./upload.ts";
import { useUploads, type Going } from "./use-uploads.ts";
import classes from "./files.module.css";

type FileInputProps = InputFieldProps & {
  readonly type: FileType;
  readonly shared: SharedProps;
};

export function FileInput(props: FileInputProps) {
  const { entity, field, type, value, onChange, onLeave, onUploads, fileRow, shared, error } = props;
  const { backend, say } = useProduct();
  const bucket = `${entity}.${field.id}`;
  const paths = pathsIn(value);
  const uploads = useUploads({ bucket, type, paths, fileRow, onUploads, onGive: onChange });
  const { going, wrong, said } = uploads;
  const take = (files: readonly File[]) => {
    uploads.take(files);
    onLeave?.();
  };
  const isFull = type.many && type.count !== undefined && paths.length + going.length >= type.count;
  return (
    <Input.Wrapper {...shared} error={error ?? (wrong.length === 0 ? null : wrong.join(" "))} labelElement="div">
      <DropArea labelledBy={`${shared.id}-label`} field={field.id} onDrop={take}>
        <ul className={classes["files"]}>
          {paths.map((path) => (
            <FileRow key={path} bucket={bucket} path={path} isPicture={type.isPicture}>
              <RemoveButton
                name={fileName(path)}
                onRemove={() => {
                  void takeBack(backend, bucket, path);
                  uploads.give(paths.filter((other) => other !== path));
                }}
              />
            </FileRow>
          ))}
          {going.map((one) => (
            <UploadRow
              key={one.path}
              upload={one}
              onRetry={() => uploads.retry(one)}
              onRemove={() => uploads.drop(one)}
            />
          ))}
        </ul>
        {!isFull && fileRow !== undefined && (
          <ChooseFiles {...props} label={say(chooseLabel(type, paths.length > 0))} onChoose={take} />
        )}
      </DropArea>
      <span className="only-read" role="status">
        {said}
      </span>
    </Input.Wrapper>
  );
}

const chooseLabel = ({ many }: FileType, hasOne: boolean) =>
  many ? "chooseFiles" : hasOne ? "chooseOther" : "chooseFile";

type DropAreaProps = {
  readonly labelledBy: string;
  readonly field: string;
  readonly onDrop: (files: readonly File[]) => void;
  readonly children: ReactNode;
};

function DropArea({ labelledBy, field, onDrop, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={classes["drop"]}
      role="group"
      aria-labelledby={labelledBy}
      data-over={isOver || undefined}
      data-field={field}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const { say } = useProduct();
  return (
    <button type="button" className={classes["icon"]} aria-label={say("removeFile", { name })} onClick={onRemove}>
      <IconX size={16} aria-hidden="true" />
    </button>
  );
}

type UploadRowProps = { readonly upload: Going; readonly onRetry: () => void; readonly onRemove: () => void };

function UploadRow({ upload: { file, part, wrong }, onRetry, onRemove }: UploadRowProps) {
  const { say } = useProduct();
  return (
    <li className={classes["file"]}>
      <div className={classes["about"]}>
        <span className="clip">{file.name}</span>
        {wrong === undefined ? (
          <Progress value={part * 100} size="sm" aria-label={`${say("uploading")} ${file.name}`} />
        ) : (
          <span className="wrong" role="alert">
            {wrong}
          </span>
        )}
      </div>
      {wrong !== undefined && (
        <button
          type="button"
          className={classes["icon"]}
          aria-label={`${say("tryAgain")}: ${file.name}`}
          onClick={onRetry}
        >
          <IconRefresh size={16} aria-hidden="true" />
        </button>
      )}
      <RemoveButton name={file.name} onRemove={onRemove} />
    </li>
  );
}
