// One person with their roles: each that the reader may take has a way to take it, and others can be given.
import { Button, Menu, Modal } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { wordsOf } from "../../kit/failure.tsx";
import { notify } from "../../kit/notices.tsx";
import { usePeopleSay } from "../account/words/use-people-say.ts";
import { dataOf } from "../data/rows.ts";
import { useProduct } from "../session/product.tsx";
import { assignableBy } from "../session/rights.ts";
import classes from "./people.module.css";

export type PersonOfRoles = {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
};

export function PersonLine({ person: shown }: { readonly person: PersonOfRoles }) {
  const product = useProduct();
  const { application, backend, person, say: sayCore, word } = product;
  const say = usePeopleSay();
  const queries = useQueryClient();
  const [isWorking, setIsWorking] = useState(false);
  const [giving, setGiving] = useState<string | undefined>(undefined);
  const isOwn = shown.id === person?.id;
  const name = shown.name || shown.email || sayCore("somebody");
  const labelOf = (id: string) => word(application.roles.find((role) => role.id === id)?.label ?? id);
  const assignable = assignableBy(product);
  const open = assignable.filter(({ id }) => !shown.roles.includes(id));
  const change = async (kind: "assign_role" | "remove_role", role: string) => {
    setGiving(undefined);
    setIsWorking(true);
    try {
      dataOf(await backend.rpc(kind, { user_id: shown.id, role }));
      notify(say(kind === "assign_role" ? "roleGiven" : "roleTaken", { name, role: labelOf(role) }));
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      notify(wordsOf(failure, sayCore), "wrong");
    } finally {
      setIsWorking(false);
    }
    await queries.invalidateQueries({ queryKey: isOwn ? ["standing"] : ["people"] });
    if (isOwn) await queries.invalidateQueries({ queryKey: ["people"] });
  };
  return (
    <li className={classes["line"]}>
      <div className={classes["who"]}>
        <p>
          <strong style={{ fontWeight: 500 }}>{name}</strong>
          {isOwn && <span className="quiet"> · {say("you")}</span>}
        </p>
        <p className="quiet">{shown.email ?? say("noConfirmedAddress")}</p>
      </div>
      <div className={classes["roles"]}>
        {shown.roles.length === 0 && <span className="quiet">{say("noRoles")}</span>}
        {shown.roles.map((role) => (
          <span key={role} className={classes["role"]}>
            {labelOf(role)}
            {assignable.some(({ id }) => id === role) && (
              <button
                type="button"
                aria-label={say("takeRole", { role: labelOf(role), name })}
                disabled={isWorking}
                onClick={() => (isOwn ? setGiving(role) : void change("remove_role", role))}
              >
                <IconX size={14} aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
      </div>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            aria-label={say("giveRoleTo", { name })}
            disabled={open.length === 0 || isWorking}
          >
            {say("giveRole")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {open.map(({ id, label }) => (
            <Menu.Item key={id} onClick={() => void change("assign_role", id)}>
              {word(label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {giving !== undefined && (
        <Modal
          opened
          onClose={() => setGiving(undefined)}
          title={say("takeOwnButton")}
          closeButtonProps={{ "aria-label": sayCore("close") }}
        >
          <p>{say("takeOwn", { role: labelOf(giving) })}</p>
          <div style={{ display: "flex", gap: 8, marginTop: 16 }}>
            <Button color="red" onClick={() => void change("remove_role", giving)}>
              {say("takeOwnButton")}
            </Button>
            <Button variant="default" onClick={() => setGiving(undefined)}>
              {sayCore("cancel")}
            </Button>
          </div>
        </Modal>
      )}
    </li>
  );
}
