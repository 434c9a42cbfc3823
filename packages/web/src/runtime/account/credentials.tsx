// What somebody is known by: an address and a password, as password managers find them.
import { PasswordInput, TextInput } from "@mantine/core";
import { useProduct } from "../session/product.tsx";

type FieldProps = { readonly value: string; readonly onChange: (value: string) => void };

export function EmailField({ value, onChange }: FieldProps) {
  const { say } = useProduct();
  return (
    <TextInput
      label={say("email")}
      type="email"
      name="email"
      autoComplete="username"
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** `isNew`: one that is being chosen. */
export function PasswordField({ value, onChange, isNew = false }: FieldProps & { readonly isNew?: boolean }) {
  const { say } = useProduct();
  return (
    <PasswordInput
      label={say("password")}
      {...(isNew ? { description: say("passwordHelp") } : {})}
      name="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      required
      withAsterisk={false}
      value={value}
      visibilityToggleButtonProps={{ "aria-label": say("showPassword") }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
