// What of that which has reached somebody comes into their inbox, and what by mail too.
import { Checkbox } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { notify } from "../../kit/notices.tsx";
import { usePeopleSay } from "../account/words/use-people-say.ts";
import { dataOf } from "../data/rows.ts";
import { useProduct } from "../session/product.tsx";
import classes from "./inbox.module.css";

type Choice = {
  readonly mail: string;
  readonly label: string;
  readonly in_inbox: boolean;
  readonly by_mail: boolean;
  /** False where the document mails it anyway. */
  readonly may_mail: boolean;
};

export function Choices() {
  const { backend, person } = useProduct();
  const say = usePeopleSay();
  const queries = useQueryClient();
  const key = ["inbox", "choices", person?.id ?? null];
  const { data: choices = [] } = useQuery({
    queryKey: key,
    queryFn: async () => dataOf<readonly Choice[]>(await backend.rpc("my_inbox_choices", {}, { get: true })),
  });
  if (choices.length === 0) return null;
  const choose = async (chosen: Choice) => {
    const { mail, in_inbox, by_mail } = chosen;
    // Shown at once; what is asked for again is what holds.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData<readonly Choice[]>(key, (before = []) =>
      before.map((one) => (one.mail === mail ? chosen : one)),
    );
    const { error } = await backend.rpc("choose_inbox", { mail, in_inbox, by_mail });
    if (error !== null) notify(error.message, "wrong");
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <section aria-label={say("inboxChoices")} className={classes["choices"]}>
      <h2>{say("inboxChoices")}</h2>
      <ul>
        {choices.map((choice) => (
          <li key={choice.mail}>
            <fieldset>
              <legend>{choice.label}</legend>
              <Checkbox
                label={say("inInbox")}
                checked={choice.in_inbox}
                onChange={(event) => void choose({ ...choice, in_inbox: event.currentTarget.checked })}
              />
              {choice.may_mail && person?.isVisitor === false && (
                <Checkbox
                  label={say("byMailToo")}
                  checked={choice.by_mail}
                  onChange={(event) => void choose({ ...choice, by_mail: event.currentTarget.checked })}
                />
              )}
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  );
}
