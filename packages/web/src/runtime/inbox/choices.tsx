// What of that which has reached a user comes into their inbox, and what by mail too.
import { Checkbox } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "../../kit/notify.ts";
import { usePeopleSay } from "../product/use-people-say.ts";
import { dataOf } from "../data/rows.ts";
import { useProduct } from "../product/product.tsx";
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
  // What was chosen stands at once, until it is known what holds. One is saved after the other.
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const save = useMutation({
    mutationKey: key,
    scope: { id: "inbox choices" },
    mutationFn: async ({ mail, in_inbox, by_mail }: Choice) => {
      const { error } = await backend.rpc("choose_inbox", { mail, in_inbox, by_mail });
      if (error !== null) notify(error.message, "wrong");
    },
    onSettled: async () => {
      const isLast = () => queries.isMutating({ mutationKey: key }) === 1;
      if (isLast()) await queries.invalidateQueries({ queryKey: key });
      if (isLast()) setChosen(new Map());
    },
  });
  if (choices.length === 0) return null;
  const choose = (choice: Choice) => {
    setChosen((before) => new Map(before).set(choice.mail, choice));
    save.mutate(choice);
  };
  return (
    <section aria-label={say("inboxChoices")} className={classes["choices"]}>
      <h2>{say("inboxChoices")}</h2>
      <ul>
        {choices
          .map((known) => chosen.get(known.mail) ?? known)
          .map((choice) => (
            <li key={choice.mail}>
              <fieldset>
                <legend>{choice.label}</legend>
                <Checkbox
                  label={say("inInbox")}
                  checked={choice.in_inbox}
                  onChange={(event) => choose({ ...choice, in_inbox: event.currentTarget.checked })}
                />
                {choice.may_mail && person?.isVisitor === false && (
                  <Checkbox
                    label={say("byMailToo")}
                    checked={choice.by_mail}
                    onChange={(event) => choose({ ...choice, by_mail: event.currentTarget.checked })}
                  />
                )}
              </fieldset>
            </li>
          ))}
      </ul>
    </section>
  );
}
