// One person with their roles: each that the reader may take has a way to take it, and others can be given.
import { Dialog } from "../../kit/dialog.tsx";
import { Button, Menu } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { ApplicationRole } from "@writ/language/product";
import { useRef, useState } from "react";
import { wordsOf } from "../../kit/failure.tsx";
import { notify } from "../../kit/notify.ts";
import { usePeopleSay } from "../product/use-people-say.ts";
import type { NamedRow } from "../data/choices.ts";
import { dataOf } from "../data/rows.ts";
import { useProduct } from "../product/product.tsx";
import { assignableBy } from "../product/rights.ts";
import { GiveInThing } from "./give-in-thing.tsx";
import classes from "./people.module.css";
import { assignableThings, type ThingNames } from "./things.ts";

export type PersonOfRoles = {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly in_things: readonly { readonly role: string; readonly within: string }[];
};

type Change = {
  readonly kind: "assign_role" | "remove_role";
  readonly role: ApplicationRole;
  readonly thing?: NamedRow;
};

export function PersonLine({ person: shown, things }: { readonly person: PersonOfRoles; readonly things: ThingNames }) {
  const product = useProduct();
  const { application, backend, person, say: sayCore, word } = product;
  const say = usePeopleSay();
  const queries = useQueryClient();
  const [isWorking, setIsWorking] = useState(false);
  const [taking, setTaking] = useState<Change | undefined>(undefined);
  const [giving, setGiving] = useState<ApplicationRole | undefined>(undefined);
  const give = useRef<HTMLButtonElement>(null);
  const isOwn = shown.id === person?.id;
  const name = shown.name || shown.email || sayCore("somebody");
  const roleOf = (id: string) => application.roles.find((role) => role.id === id);
  const assignable = assignableBy(product);
  const isIn = (role: string, thing: string) =>
    shown.in_things.some((one) => one.role === role && one.within === thing);
  /** Where it can still be given; undefined where that is any thing that the reader finds. */
  const openThings = (role: ApplicationRole) =>
    assignableThings(role, product)?.filter((thing) => !isIn(role.id, thing));
  const open = assignable.filter(
    (role) => !shown.roles.includes(role.id) && (role.within === undefined || openThings(role)?.length !== 0),
  );
  const held: readonly Change[] = [
    ...shown.roles.map((id) => ({ kind: "remove_role" as const, role: roleOf(id) ?? unknownRole(id) })),
    ...shown.in_things.map(({ role: id, within }) => {
      const role = roleOf(id) ?? unknownRole(id);
      return { kind: "remove_role" as const, role, thing: { id: within, name: things.nameOf(role, within) } };
    }),
  ];
  const labelOf = ({ role, thing }: Change) => {
    const label = word(role.label);
    if (thing !== undefined) return `${label} · ${thing.name}`;
    return role.within === undefined ? label : `${label} · ${say("everywhere")}`;
  };
  const isTakenHere = ({ role, thing }: Change) =>
    assignable.some(({ id }) => id === role.id) && (role.within === undefined || thing !== undefined);
  const change = async (one: Change) => {
    const { kind, role, thing } = one;
    setTaking(undefined);
    setGiving(undefined);
    setIsWorking(true);
    try {
      dataOf(await backend.rpc(kind, { user_id: shown.id, role: role.id, ...(thing && { within: thing.id }) }));
      notify(say(kind === "assign_role" ? "roleGiven" : "roleTaken", { name, role: labelOf(one) }));
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      notify(wordsOf(failure, sayCore), "wrong");
    } finally {
      setIsWorking(false);
    }
    await queries.invalidateQueries({ queryKey: isOwn ? ["standing"] : ["people"] });
    if (isOwn) await queries.invalidateQueries({ queryKey: ["people"] });
    // What was pressed could not be while it was done, or is gone with the role.
    if (document.activeElement === document.body) give.current?.focus();
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
        {held.length === 0 && <span className="quiet">{say("noRoles")}</span>}
        {held.map((one) => (
          <span key={`${one.role.id} ${one.thing?.id}`} className={classes["role"]}>
            <span className="clip">{labelOf(one)}</span>
            {isTakenHere(one) && (
              <button
                type="button"
                aria-label={say("takeRole", { role: labelOf(one), name })}
                disabled={isWorking}
                onClick={() => (isOwn ? setTaking(one) : void change(one))}
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
            ref={give}
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
          {open.map((role) => (
            <Menu.Item
              key={role.id}
              onClick={() => (role.within === undefined ? void change({ kind: "assign_role", role }) : setGiving(role))}
            >
              {word(role.label)}
              {role.within !== undefined && " …"}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {giving !== undefined && (
        <GiveInThing
          role={giving}
          name={name}
          among={openThings(giving)}
          onClose={() => setGiving(undefined)}
          onGive={(thing) => void change({ kind: "assign_role", role: giving, thing })}
        />
      )}
      {taking !== undefined && (
        <Dialog onClose={() => setTaking(undefined)} title={say("takeOwnButton")} closeLabel={sayCore("close")}>
          <p>{say("takeOwn", { role: labelOf(taking) })}</p>
          <div style={{ display: "flex", gap: 8, marginTop: 16 }}>
            <Button color="red" onClick={() => void change(taking)}>
              {say("takeOwnButton")}
            </Button>
            <Button variant="default" data-autofocus onClick={() => setTaking(undefined)}>
              {sayCore("cancel")}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

/** One that the document no longer knows, or that is not the reader's to know. */
const unknownRole = (id: string): ApplicationRole => ({
  id,
  label: id,
  heldBy: "some",
  byRows: false,
  within: undefined,
  assignedBy: [],
});
