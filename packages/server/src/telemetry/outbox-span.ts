// The span of what waited in the outbox: a part of the trace of whoever left it there, however long ago.
import { inSpan, type Tracing } from "./tracing.ts";

type Waiting = { readonly name: string; readonly tries: number; readonly traceparent: string | null };

/** `kind`: what it is. Its name is one of the document's, or of a mail about accounts. */
export const inOutboxSpan = async <Result>(
  tracing: Tracing | undefined,
  { name, tries, traceparent }: Waiting,
  kind: "mail" | "notice" | "call",
  work: () => Promise<Result>,
): Promise<Result> =>
  inSpan(
    tracing,
    {
      name: `${kind} ${name}`,
      kind: "consumer",
      attributes: {
        "messaging.operation.type": "process",
        "messaging.destination.name": "outbox",
        "writ.tries": tries,
      },
      ...(traceparent === null ? {} : { parent: traceparent }),
    },
    work,
  );
