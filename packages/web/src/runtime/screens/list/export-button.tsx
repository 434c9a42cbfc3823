// The button for all rows of a list as a file.
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { wordsOf } from "../../../kit/failure.tsx";
import { notify } from "../../../kit/notify.ts";
import { useProduct } from "../../product/product.tsx";
import type { Exported } from "./export-rows.ts";

type ExportProps = Exported & { readonly isEmpty: boolean; readonly isPhone: boolean };

export function ExportButton({ isEmpty, isPhone, ...exported }: ExportProps) {
  const product = useProduct();
  const { say } = product;
  const [isWorking, setIsWorking] = useState(false);
  const run = async () => {
    setIsWorking(true);
    try {
      await (await import("./export-rows.ts")).exportRows(exported, product);
    } catch (failure) {
      notify(wordsOf(failure instanceof Error ? failure : new Error(String(failure)), say), "wrong");
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      c="var(--quiet)"
      {...(isPhone ? { px: "xs" } : {})}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      disabled={isEmpty}
      loading={isWorking}
      onClick={() => void run()}
    >
      <span className={isPhone ? "only-read" : undefined}>{say("export")}</span>
    </Button>
  );
}
