// A component that could not be made, loaded or drawn: what it said, for a user who can mend it.
import { Button } from "@mantine/core";
import type { ApplicationScreen } from "@writ/language/product";
import { useProduct } from "../product/product.tsx";

type ComponentFailureProps = {
  readonly screen: ApplicationScreen;
  readonly said: string;
  readonly onRetry?: () => void;
};

export function ComponentFailure({ screen, said, onRetry }: ComponentFailureProps) {
  const { say, word } = useProduct();
  return (
    <>
      <div className="page-head">
        <h1>{word(screen.label)}</h1>
      </div>
      <div className="face" role="alert">
        <h2>{say("componentFailed")}</h2>
        <p>{say("componentFailedText")}</p>
        <pre className="said">{said}</pre>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            {say("tryAgain")}
          </Button>
        )}
      </div>
    </>
  );
}
