// What a user may request of an inbox, where the document notifies users: only their own.
import type { Design } from "../../../plan/design.ts";
import { nameOf, open } from "../../../plan/layout.ts";
import { notifies } from "../../../plan/notified.ts";
import type { DatabaseObject, Parameter } from "../../../plan/objects.ts";

/** As many as are given at once. */
const most = 30;

/**
 * Each acts as the owner, since no role reaches the tables, and binds itself to `auth.uid()`: no parameter says whose
 * inbox it is, so there is none to be guessed.
 */
export function inboxOf(design: Design): readonly DatabaseObject[] {
  if (!notifies(design.compiled.model)) return [];
  return [
    own("my_inbox", "stable", {
      parameters: [
        { name: "before", type: "timestamptz", optional: true },
        { name: "before_id", type: "uuid", optional: true },
      ],
      returns:
        'TABLE("id" uuid, "subject" text, "text" text, "entity" text, "row_id" uuid, "made_at" timestamptz, "read_at" timestamptz)',
      body: `SELECT n.id, w.words ->> 'subject', w.words ->> 'text', n.entity, n.row_id, n.made_at, n.read_at
  FROM writ.notice AS n CROSS JOIN LATERAL (SELECT COALESCE(n.said -> writ.language(), n.said -> '') AS words) AS w
  WHERE n.person = (SELECT auth.uid()) AND ($1 IS NULL OR (n.made_at, n.id) < ($1, COALESCE($2, '00000000-0000-0000-0000-000000000000')))
  ORDER BY n.made_at DESC, n.id DESC LIMIT ${most}`,
    }),
    own("my_unread", "stable", {
      // More are not counted: "99+" says enough, and costs the same however many there are.
      returns: "integer",
      body: `SELECT count(*)::integer FROM (SELECT FROM writ.notice AS n WHERE n.person = (SELECT auth.uid()) AND n.read_at IS NULL LIMIT 100) AS unread`,
    }),
    own("mark_inbox", "volatile", {
      parameters: [
        { name: "ids", type: "uuid[]", optional: true },
        { name: "up_to", type: "timestamptz", optional: true },
      ],
      returns: "void",
      body: `WITH marked AS (UPDATE writ.notice AS n SET read_at = now()
  WHERE n.person = (SELECT auth.uid()) AND n.read_at IS NULL AND (n.id = ANY ($1) OR n.made_at <= $2) RETURNING n.person)
SELECT writ.tell_inbox(one.person) FROM (SELECT DISTINCT person FROM marked) AS one`,
    }),
    own("my_inbox_choices", "stable", {
      // Only of mails that have reached them: they must not learn what else the document sends to others.
      returns: 'TABLE("mail" text, "label" text, "in_inbox" boolean, "by_mail" boolean, "may_mail" boolean)',
      body: `SELECT m.key, COALESCE((SELECT w.said FROM writ.word AS w WHERE w.word = m.value ->> 'label' AND w.language = writ.language()), m.value ->> 'label'), COALESCE(c.in_inbox, true), COALESCE(c.by_mail, false), (m.value ->> 'isMailed') IS DISTINCT FROM 'true'
  FROM writ.product AS p CROSS JOIN LATERAL jsonb_each(p.says -> 'mails') AS m
  LEFT JOIN writ.notice_choice AS c ON c.person = (SELECT auth.uid()) AND c.mail = m.key
  WHERE m.value ->> 'isNotified' = 'true'
    AND (c.mail IS NOT NULL OR EXISTS (SELECT FROM writ.notice AS n WHERE n.person = (SELECT auth.uid()) AND n.mail = m.key))
  ORDER BY 2`,
    }),
    own("choose_inbox", "volatile", {
      parameters: [
        { name: "mail", type: "text" },
        { name: "in_inbox", type: "boolean" },
        { name: "by_mail", type: "boolean" },
      ],
      returns: "void",
      body: `INSERT INTO writ.notice_choice AS c (person, mail, in_inbox, by_mail)
  SELECT auth.uid(), m.key, $2, $3 FROM writ.product AS p CROSS JOIN LATERAL jsonb_each(p.says -> 'mails') AS m
  WHERE m.key = $1 AND m.value ->> 'isNotified' = 'true' AND auth.uid() IS NOT NULL
ON CONFLICT ON CONSTRAINT notice_choice_pkey DO UPDATE SET in_inbox = excluded.in_inbox, by_mail = excluded.by_mail`,
    }),
    {
      kind: "policy",
      table: { schema: "realtime", name: "messages" },
      name: nameOf("writ", "select", "inbox"),
      command: "select",
      // No client may send there: only the database does.
      using: "extension = 'broadcast' AND realtime.topic() = 'inbox:' || (SELECT auth.uid())::text",
      address: "7",
    },
  ];
}

type Asked = { readonly parameters?: readonly Parameter[]; readonly returns: string; readonly body: string };

const own = (
  name: string,
  volatility: "stable" | "volatile",
  { parameters = [], returns, body }: Asked,
): DatabaseObject => ({
  kind: "function",
  place: { schema: open, name },
  parameters,
  returns,
  language: "sql",
  volatility,
  actsAs: "owner",
  body,
  // Visitors without an account have no inbox.
  callers: ["authenticated"],
  address: "7",
});
