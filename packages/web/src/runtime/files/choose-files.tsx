// The button that opens the browser's window for files.
import { Button, FileButton, type Input } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import type { FileType } from "../field-types/files/limits.ts";
import { useProduct } from "../product/product.tsx";
import classes from "./files.module.css";

/** What an input of files shares with all others: its label, and what stands below it. */
export type SharedProps = Pick<
  ComponentProps<typeof Input.Wrapper>,
  "id" | "label" | "description" | "error" | "inputWrapperOrder"
>;

type ChooseFilesProps = {
  readonly type: FileType;
  readonly shared: SharedProps;
  readonly label: string;
  readonly onChoose: (files: readonly File[]) => void;
};

export function ChooseFiles({ type, shared, label, onChoose }: ChooseFilesProps) {
  const { say } = useProduct();
  const accepts =
    type.extensions.length > 0 ? type.extensions.map((one) => `.${one}`).join(",") : type.types?.join(",");
  return (
    <FileButton
      multiple={type.many}
      onChange={(chosen: File | File[] | null) => onChoose(chosen === null ? [] : [chosen].flat())}
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
            {label}
          </Button>
          <span className={`quiet ${classes["hint"]}`}>{say(type.many ? "dropThemHere" : "dropHere")}</span>
        </div>
      )}
    </FileButton>
  );
}
