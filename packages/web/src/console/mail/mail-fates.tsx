// What became of each mail, found by fate and address: waiting, retrying, failed or sent, with the answer of the mail server.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MailFatesView, MailFateView } from "@writ/server/response-types";
import { getJson } from "../api.ts";
import { Empty, Faces, Moment } from "../faces.tsx";
import { FateBadge } from "../jobs/fates.tsx";
import { dismissing, retrying, useAct, type Act } from "../jobs/use-act.ts";
import { addressOf, go, useRoute } from "../route.tsx";
import { Table } from "../table.tsx";
import classes from "../console.module.css";

const names = ["fate", "text", "before"] as const;
type Choice = Readonly<Record<(typeof names)[number], string>>;

/** Of the fates between commas. */
const tabs = {
  "": "All",
  waiting: "Waiting",
  retrying: "Retrying",
  failed: "Failed",
  done: "Sent",
  dismissed: "Dismissed",
} as const;

export function MailFates() {
  const { search } = useRoute();
  const choice = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as Choice;
  const mails = useQuery({
    queryKey: ["mail-fates", choice],
    queryFn: async () => getJson<MailFatesView>("mail-fates", choice),
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
  });
  const { mutate: act } = useAct("mail-fates");
  const choose = (change: Partial<Choice>) => go(addressOf("mail", { ...choice, before: "", ...change }), true);
  return (
    <>
      <div className={classes["tabs"]} role="group" aria-label="Status">
        {Object.entries(tabs).map(([fate, label]) => (
          <button
            key={fate}
            type="button"
            aria-pressed={choice.fate.split(",").includes(fate)}
            onClick={() => choose({ fate })}
          >
            {label}
          </button>
        ))}
      </div>
      <search className={classes["choices"]}>
        <label className={classes["choice"]}>
          Address
          <input
            type="search"
            placeholder="Search by address"
            value={choice.text}
            onChange={({ target }) => choose({ text: target.value })}
          />
        </label>
      </search>
      <Faces of={mails}>
        {({ mails: all, hasMore }) =>
          all.length === 0 ? (
            <Empty title={choice.fate + choice.text === "" ? "No mails yet" : "No matching mails"}>
              <p>The mails that the product sends are listed here with their status.</p>
            </Empty>
          ) : (
            <>
              <Table label="Mails" heads={["Mail", "Status", "Answer", "Attempts", "Time", "Action"]}>
                {all.map((mail) => (
                  <Line key={mail.id} mail={mail} act={act} />
                ))}
              </Table>
              <p className={classes["acts"]}>
                {choice.before !== "" && (
                  <Button variant="default" onClick={() => choose({})}>
                    Newest
                  </Button>
                )}
                {hasMore && (
                  <Button variant="default" onClick={() => choose({ before: all.at(-1)?.id ?? "" })}>
                    Older
                  </Button>
                )}
              </p>
            </>
          )
        }
      </Faces>
    </>
  );
}

function Line({ mail, act }: { readonly mail: MailFateView; readonly act: (act: Act) => void }) {
  const { id, to, subject, clause, is, tries, madeAt, doneAt, nextAt, failure, answer } = mail;
  return (
    <tr>
      <td className={classes["roomy"]}>
        <strong>{subject}</strong>
        <p>{to ?? <span className="quiet">deleted account</span>}</p>
        <p className="quiet">{clause}</p>
      </td>
      <td>
        <FateBadge is={is} kind="mail" />
      </td>
      <td className={classes["roomy"]}>
        {failure !== null ? (
          <span className={is === "dismissed" ? "quiet" : "wrong"}>{failure}</span>
        ) : (
          <span className="quiet">{answer}</span>
        )}
      </td>
      <td className="figures">{tries}</td>
      <td className="figures">
        <Moment at={doneAt ?? madeAt} />
        {is === "retrying" && nextAt !== null && (
          <p className="quiet">
            next <Moment at={nextAt} />
          </p>
        )}
      </td>
      <td>
        <span className={classes["cellActs"]}>
          {mail.mayRetry && (
            <Button size="xs" variant="default" onClick={() => act(retrying({ job: id }))}>
              {is === "failed" ? "Resend" : "Send now"}
            </Button>
          )}
          {mail.mayResend && (
            <Button
              size="xs"
              variant="default"
              onClick={() => act({ name: "resend", body: { mail: id }, told: "Sending again." })}
            >
              Send again
            </Button>
          )}
          {mail.mayDismiss && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => act(dismissing(id))}>
              Dismiss
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}
