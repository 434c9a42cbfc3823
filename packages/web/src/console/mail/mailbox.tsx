// The mailbox of development: what would have gone out while a user develops, newest first, as it comes in.
import { useQuery } from "@tanstack/react-query";
import type { MailView } from "@writ/server/response-types";
import { useState, type ReactNode } from "react";
import { getJson, mailAddress } from "../api.ts";
import { Empty, Faces, momentOf } from "../faces.tsx";
import { addressOf, go, useRoute } from "../route.tsx";
import classes from "../console.module.css";

export function Mailbox() {
  const { search } = useRoute();
  const mails = useQuery({
    queryKey: ["mails"],
    queryFn: async () => getJson<readonly MailView[]>("mails"),
    refetchInterval: 2000,
  });
  return (
    <Faces of={mails}>
      {(all) => {
        const chosen = all.find(({ id }) => id === search.get("mail")) ?? all[0];
        if (chosen === undefined)
          return (
            <Empty title="No mails yet">
              <p>Mails of the product stay on this machine. You can read them here.</p>
            </Empty>
          );
        return (
          <div className={classes["split"]}>
            <ul className={classes["list"]}>
              {all.map(({ id, to, subject, sentAt }) => (
                <li key={id}>
                  <button
                    type="button"
                    data-step
                    className={classes["item"]}
                    aria-current={id === chosen.id}
                    onClick={() => go(addressOf("mail", { mail: id }), true)}
                  >
                    <strong className="clip">{subject}</strong>
                    <span className="quiet clip">{to}</span>
                    <span className="quiet figures">{momentOf(sentAt)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <OneMail key={chosen.id} mail={chosen} />
          </div>
        );
      }}
    </Faces>
  );
}

function OneMail({ mail: { id, to, subject, text, sentAt } }: { readonly mail: MailView }) {
  const [isText, setIsText] = useState(false);
  return (
    <article className={classes["panel"]} aria-label={subject}>
      <h2>{subject}</h2>
      <p className="quiet">
        to {to}, {momentOf(sentAt)}
      </p>
      <div className={classes["tabs"]} role="group" aria-label="Show as">
        <button type="button" aria-pressed={!isText} onClick={() => setIsText(false)}>
          As HTML
        </button>
        <button type="button" aria-pressed={isText} onClick={() => setIsText(true)}>
          As text
        </button>
      </div>
      {isText ? (
        <div className={classes["letter"]}>{withLinks(text)}</div>
      ) : (
        <iframe
          title={subject}
          src={mailAddress(id)}
          className={classes["frame"]}
          referrerPolicy="no-referrer"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </article>
  );
}

/** Addresses in it can be followed; anything else is text. */
function withLinks(text: string): readonly ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/g).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
}
