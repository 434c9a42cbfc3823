// A call as a button: it is there, and says that it cannot be done here.
import { Button, Tooltip } from "@mantine/core";
import { useProduct } from "../session/product.tsx";

export function CallButton({ label }: { readonly label: string }) {
  const { say } = useProduct();
  return (
    <Tooltip label={say("callsAway")}>
      <Button variant="default" data-disabled aria-disabled="true">
        {label}
      </Button>
    </Tooltip>
  );
}
