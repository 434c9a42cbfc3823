// Mail: in development what would have gone out, in production what became of each mail.
import { Notices } from "../../kit/notices.tsx";
import { settings } from "../settings.ts";
import { Mailbox } from "./mailbox.tsx";
import { MailFates } from "./mail-fates.tsx";

export function MailPage() {
  return (
    <>
      <div className="page-head">
        <h1>Mail</h1>
      </div>
      {settings.development ? <Mailbox /> : <MailFates />}
      <Notices />
    </>
  );
}
