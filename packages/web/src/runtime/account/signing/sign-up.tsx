// Signing up: what section 3 requires of every account, an address, a password where the document has them.
import { ownOf } from "../../../words/own-of.ts";
import type { ApplicationField } from "@writ/language/product";
import { useState } from "react";
import { dataOf } from "../../data/rows.ts";
import { emptyFor, readTyped, type Draft } from "../../fields/draft.ts";
import { InputField } from "../../fields/input-field.tsx";
import { accountAddresses } from "../../product/addresses.ts";
import { AppLink } from "../../routing/link.tsx";
import { useGo } from "../../routing/use-go.ts";
import { useProduct, type Product } from "../../product/product.tsx";
import { AskForm } from "../ask-form.tsx";
import { EmailField, PasswordField } from "../credentials.tsx";
import { useEntry, useGoOnceIn, useRememberedAddress, type Entry } from "../entry.ts";
import { AccountFrame } from "../frame.tsx";
import type { AuthProblem } from "../refusals.ts";
import { mailMethods, signInMethods } from "../sign-in-methods.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { InOrder } from "./other-methods.tsx";
import classes from "../account.module.css";

export function SignUp() {
  const { application, person } = useProduct();
  const say = usePeopleSay();
  const entry = useEntry();
  useGoOnceIn(entry);
  const title = say("signUpTo", { name: application.title });
  const methods = signInMethods(application).filter(({ kind }) => kind !== "visitor" || person === undefined);
  return (
    <AccountFrame title={title}>
      {person?.isVisitor === true && <p className="quiet">{say("keepsRows")}</p>}
      <InOrder ways={methods} form={<SignUpForm title={title} entry={entry} />} />
      <p className={classes["beneath"]}>
        <AppLink to={entry.leadingOn(accountAddresses.signIn)}>{say("haveAccount")}</AppLink>
      </p>
    </AccountFrame>
  );
}

/** The fields that every user is asked for, the name first. */
const requiredOfAll = ({ application }: Pick<Product, "application">): readonly ApplicationField[] =>
  Object.values(application.entities["user"]?.fields ?? {})
    .filter(({ required, auto, id }) => required && !auto && id !== "email")
    .sort((a, b) => Number(b.id === "name") - Number(a.id === "name"));

function SignUpForm({ title, entry }: { readonly title: string; readonly entry: Entry }) {
  const product = useProduct();
  const { application, say: sayCore } = product;
  const say = usePeopleSay();
  const go = useGo();
  const fields = requiredOfAll(product);
  const methods = mailMethods(application);
  const [email, setEmail] = useRememberedAddress();
  const [password, setPassword] = useState("");
  const [draft, setDraft] = useState<Draft>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = async () => {
    const data: Record<string, unknown> = {};
    const wrong: Record<string, string> = {};
    for (const field of fields) {
      const read = readTyped(ownOf(draft, field.id) ?? emptyFor(field), field, product);
      if ("wrong" in read) wrong[field.id] = sayCore(read.wrong, read.values);
      else if (read.value === null) wrong[field.id] = sayCore("required");
      else data[field.id] = read.value;
    }
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first !== undefined) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`#field-user-${CSS.escape(first)}`)?.focus());
      return null;
    }
    const { error, isWaiting } = await register({ email, password, data }, entry, product);
    if (error === null && isWaiting)
      await go(entry.leadingOn(methods.password ? accountAddresses.confirm : accountAddresses.code));
    return error;
  };
  return (
    <AskForm label={title} submit={say("signUp")} onSend={send}>
      {fields.map((field) => (
        <InputField
          key={field.id}
          entity="user"
          field={field}
          required
          value={ownOf(draft, field.id) ?? emptyFor(field)}
          error={ownOf(errors, field.id)}
          onChange={(value) => setDraft((before) => ({ ...before, [field.id]: value }))}
        />
      ))}
      <EmailField value={email} onChange={setEmail} />
      {methods.password && <PasswordField value={password} onChange={setPassword} isNew />}
    </AskForm>
  );
}

type Registered = { readonly error: AuthProblem | null; readonly isWaiting: boolean };
type Registering = {
  readonly email: string;
  readonly password: string;
  readonly data: Readonly<Record<string, unknown>>;
};

async function register(asked: Registering, entry: Entry, product: Product): Promise<Registered> {
  const { backend, application, person } = product;
  const { email, password, data } = asked;
  if (person?.isVisitor === true) return becomeSomebody(asked, entry, product);
  if (!mailMethods(application).password) {
    const options = { data, emailRedirectTo: entry.comeBack(), shouldCreateUser: true };
    const { error } = await backend.auth.signInWithOtp({ email, options });
    return { error, isWaiting: true };
  }
  const options = { data, emailRedirectTo: entry.comeBack("confirm") };
  const made = await backend.auth.signUp({ email, password, options });
  return { error: made.error, isWaiting: made.data.session === null };
}

/** A visitor keeps what is theirs. Where an address has to be confirmed first, the password is chosen behind its link. */
async function becomeSomebody(
  { email, password, data }: Registering,
  { comeBack }: Entry,
  { backend, application, person }: Product,
): Promise<Registered> {
  const hasPassword = mailMethods(application).password;
  // Before the account: once it is there the page is left, and so might be a user who looks at it.
  if (application.entities["user"] !== undefined && Object.keys(data).length > 0)
    dataOf(
      await backend
        .from("user")
        .update(data)
        .eq("id", person?.id ?? ""),
    );
  const both = await backend.auth.updateUser(
    { email, ...(hasPassword ? { password } : {}) },
    { emailRedirectTo: comeBack("confirm") },
  );
  const isLater = both.error?.code === "validation_failed" && hasPassword;
  const { error } = isLater
    ? await backend.auth.updateUser({ email }, { emailRedirectTo: comeBack("new-password") })
    : both;
  if (error !== null) return { error, isWaiting: false };
  // A user who is no longer a visitor needs tokens with that claim.
  if (!isLater) await backend.auth.refreshSession();
  return { error: null, isWaiting: isLater };
}
