// Rows of a file into a list: the button, and the dialog that it opens.
import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LaterImport, loadImport } from "../../../importing/later.ts";
import { changedRows } from "../../data/use-step.ts";
import { contextOf, useProduct } from "../../product/product.tsx";
import { may } from "../../product/rights.ts";

type ImportButtonProps = { readonly entity: string; readonly isPhone: boolean };

/** For signed-in users who may create some rows: an imported row names its account. */
export function ImportButton({ entity, isPhone }: ImportButtonProps) {
  const product = useProduct();
  const isTheirs = product.person !== undefined && may("create", entity, contextOf(product), product) !== "no";
  return isTheirs && <Importing entity={entity} isPhone={isPhone} />;
}

function Importing({ entity, isPhone }: ImportButtonProps) {
  const { application, backend, language, say, word } = useProduct();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const headers = async () => ({
    apikey: backend.key,
    authorization: `Bearer ${(await backend.tokenToWrite()).token}`,
  });
  const done = () => {
    setIsOpen(false);
    backend.preloadedAnswers.forget();
    void changedRows(queries);
  };
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        c="var(--quiet)"
        {...(isPhone ? { px: "xs" } : {})}
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        onPointerEnter={() => void loadImport()}
        onClick={() => setIsOpen(true)}
      >
        <span className={isPhone ? "only-read" : undefined}>{say("import")}</span>
      </Button>
      {isOpen && (
        <LaterImport
          address={`/import/v1/${entity}`}
          headers={headers}
          entityLabel={word(application.entities[entity]?.label ?? "")}
          language={language}
          word={word}
          done={done}
        />
      )}
    </>
  );
}
