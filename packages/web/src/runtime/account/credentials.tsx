// What a user is known by: an address, a password, a code, as password managers and phones find them.
import { PasswordInput, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { readPageSettings } from "../page-settings.ts";
import { usePeopleSay } from "../product/use-people-say.ts";
import classes from "./account.module.css";

type FieldProps = { readonly value: string; readonly onChange: (value: string) => void };

export function EmailField({ value, onChange, label }: FieldProps & { readonly label?: string }) {
  const say = usePeopleSay();
  return (
    <TextInput
      label={label ?? say("email")}
      type="email"
      name="email"
      autoComplete={label === undefined ? "username" : "email"}
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      maxLength={254}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type PasswordProps = FieldProps & {
  /** One that is being chosen. */
  readonly isNew?: boolean;
  readonly label?: string;
  readonly beside?: ReactNode;
};

export function PasswordField({ value, onChange, isNew = false, label, beside }: PasswordProps) {
  const say = usePeopleSay();
  const { shortestPassword } = readPageSettings();
  return (
    <div>
      <PasswordInput
        label={label ?? say("password")}
        {...(isNew ? { description: say("passwordHelp", { count: shortestPassword }) } : {})}
        name="password"
        autoComplete={isNew ? "new-password" : "current-password"}
        required
        withAsterisk={false}
        {...(isNew ? { minLength: shortestPassword } : {})}
        value={value}
        visibilityToggleButtonProps={{ "aria-label": say("showPassword") }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {beside}
    </div>
  );
}

/** The account of the password, for password managers that keep both; it is hidden. */
export function OwnName({ email }: { readonly email: string }) {
  return <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />;
}

export function CodeField({ value, onChange, help }: FieldProps & { readonly help?: string }) {
  const say = usePeopleSay();
  return (
    <TextInput
      className={classes["code"] ?? ""}
      label={say("code")}
      {...(help === undefined ? {} : { description: help })}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern="[0-9 ]*"
      maxLength={8}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[^\d]/g, "").slice(0, 6))}
    />
  );
}
