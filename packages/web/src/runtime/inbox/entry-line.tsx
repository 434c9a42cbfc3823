// One entry of the inbox: its subject leads to the row, and opening it marks it read.
import { ActionIcon } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { usePeopleSay } from "../product/use-people-say.ts";
import { formatMoment } from "../values/time.ts";
import { AppLink } from "../routing/link.tsx";
import { useProduct } from "../product/product.tsx";
import classes from "./inbox.module.css";

export type Entry = {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly entity: string;
  readonly row_id: string;
  readonly made_at: string;
  readonly read_at: string | null;
};

type EntryLineProps = {
  readonly entry: Entry;
  /** Undefined: the row is gone, or not for this reader. */
  readonly address: string | undefined;
  readonly onRead: () => void;
};

export function EntryLine({ entry, address, onRead }: EntryLineProps) {
  const { locale, timeZone } = useProduct();
  const say = usePeopleSay();
  const isUnread = entry.read_at === null;
  // A document may leave a subject empty, and its values may be.
  const subject = entry.subject.trim() || say("noSubject");
  return (
    <li className={classes["entry"]} data-unread={isUnread || undefined}>
      <div className={classes["what"]}>
        <p className={classes["subject"]}>
          {isUnread && <span className={classes["mark"]} role="img" aria-label={say("unread")} />}
          {address === undefined ? (
            <span>{subject}</span>
          ) : (
            <AppLink to={address} {...(isUnread ? { onClick: onRead } : {})}>
              {subject}
            </AppLink>
          )}
        </p>
        {/* As it is: nothing in it is a link or a picture. */}
        <p className={classes["text"]}>{entry.text.trim()}</p>
        <time dateTime={entry.made_at} className="quiet figures">
          {formatMoment(Date.parse(entry.made_at), locale, timeZone)}
        </time>
      </div>
      {isUnread && (
        <ActionIcon
          variant="default"
          size="lg"
          onClick={onRead}
          aria-label={say("markRead", { name: subject })}
          title={say("markReadShort")}
        >
          <IconCheck size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  );
}
