// What one does about oneself: appearance, language, the way out. Loaded when a user is about to open it, and open at first.
import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconHelp, IconLogin, IconLogout, IconUserCircle, IconUsers } from "@tabler/icons-react";
import { usePressed } from "../../kit/focus-back.ts";
import { leave } from "../data/leave.ts";
import { accountAddresses, signInFrom } from "../product/addresses.ts";
import { useGo } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
import { assignableBy } from "../product/rights.ts";
import { AccountButton } from "./account-button.tsx";

export function AccountItems() {
  const product = useProduct();
  const { application, backend, person, say, language, setLanguage } = product;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const go = useGo();
  const button = usePressed();
  const scheme = (value: "light" | "dark" | "auto") => (
    <Menu.Item
      key={value}
      onClick={() => setColorScheme(value)}
      rightSection={colorScheme === value ? <IconCheck size={16} aria-hidden="true" /> : null}
      aria-current={colorScheme === value}
    >
      {say(value)}
    </Menu.Item>
  );
  return (
    <Menu withinPortal>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {person !== undefined && (
          <>
            {person.email !== "" && <Menu.Label className="clip">{person.email}</Menu.Label>}
            <Menu.Item
              leftSection={<IconUserCircle size={16} aria-hidden="true" />}
              onClick={() => void go(accountAddresses.account)}
            >
              {say("ownAccount")}
            </Menu.Item>
            {assignableBy(product).length > 0 && (
              <Menu.Item
                leftSection={<IconUsers size={16} aria-hidden="true" />}
                onClick={() => void go(accountAddresses.people)}
              >
                {say("people")}
              </Menu.Item>
            )}
            <Menu.Divider />
          </>
        )}
        <Menu.Label>{say("theme")}</Menu.Label>
        {(["auto", "light", "dark"] as const).map(scheme)}
        {application.languages.length > 1 && <Menu.Label>{say("language")}</Menu.Label>}
        {application.languages.length > 1 &&
          application.languages.map((one) => (
            <Menu.Item
              key={one}
              onClick={() => {
                setLanguage(one);
                if (person !== undefined) void backend.auth.updateUser({ data: { language: one } });
              }}
              aria-current={one === language}
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
        {person?.isVisitor === true && application.signIn.length > 0 && (
          <Menu.Item
            leftSection={<IconLogin size={16} aria-hidden="true" />}
            onClick={() => void go(signInFrom(location))}
          >
            {say("signIn")}
          </Menu.Item>
        )}
        {person !== undefined && !person.isVisitor && (
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void leave(backend)}>
            {say("signOut")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
