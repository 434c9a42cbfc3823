// Who is signed in, and what one does about it: appearance, language, the way out.
import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconChevronUp, IconHelp, IconLogin, IconLogout, IconUser } from "@tabler/icons-react";
import { accountAddresses } from "../routing/addresses.ts";
import { useGo } from "../routing/use-go.ts";
import { useProduct } from "../session/product.tsx";
import classes from "./account-menu.module.css";

export function AccountMenu() {
  const { application, backend, person, say, language, setLanguage } = useProduct();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const go = useGo();
  const name = person === undefined ? say("account") : String(person.row["name"] ?? person.email);
  const scheme = (value: "light" | "dark" | "auto") => (
    <Menu.Item
      key={value}
      onClick={() => setColorScheme(value)}
      rightSection={colorScheme === value ? <IconCheck size={16} aria-hidden="true" /> : null}
      role="menuitemradio"
      aria-checked={colorScheme === value}
    >
      {say(value)}
    </Menu.Item>
  );
  return (
    <Menu withinPortal>
      <Menu.Target>
        <button type="button" className={classes["button"]} aria-label={`${say("account")}: ${name}`}>
          <IconUser size={18} stroke={1.6} aria-hidden="true" />
          <span className="clip">{name}</span>
          <IconChevronUp size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {person !== undefined && <Menu.Label>{person.email}</Menu.Label>}
        <Menu.Label>{say("theme")}</Menu.Label>
        {(["auto", "light", "dark"] as const).map(scheme)}
        {application.languages.length > 1 && <Menu.Label>{say("language")}</Menu.Label>}
        {application.languages.length > 1 &&
          application.languages.map((one) => (
            <Menu.Item
              key={one}
              onClick={() => setLanguage(one)}
              role="menuitemradio"
              aria-checked={one === language}
              rightSection={one === language ? <IconCheck size={16} aria-hidden="true" /> : null}
            >
              {new Intl.DisplayNames([one], { type: "language" }).of(one) ?? one}
            </Menu.Item>
          ))}
        <Menu.Divider />
        {application.gaps.length > 0 && (
          <Menu.Item
            leftSection={<IconHelp size={16} aria-hidden="true" />}
            onClick={() => void go(accountAddresses.gaps)}
          >
            {say("gaps")}
          </Menu.Item>
        )}
        {person === undefined ? (
          application.signIn.length > 0 && (
            <Menu.Item
              leftSection={<IconLogin size={16} aria-hidden="true" />}
              onClick={() => void go(accountAddresses.signIn)}
            >
              {say("signIn")}
            </Menu.Item>
          )
        ) : (
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden="true" />}
            onClick={() => void backend.auth.signOut({ scope: "local" })}
          >
            {say("signOut")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
