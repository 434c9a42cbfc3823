// One person with their roles: each that the reader may take has a way to take it, and others can be given.
import { Dialog } from "../../kit/dialog.tsx";
import { Button, Menu } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { ApplicationRole } from "@writ/language/product";
import { useRef, useState, type RefObject } from "react";
import { usePeopleSay } from "../product/use-people-say.ts";
import { useProduct } from "../product/product.tsx";
import { AssignWithin } from "./assign-within.tsx";
import classes from "./people.module.css";
import type { ThingNames } from "./things.ts";
import { useRoleChanges, type RoleChange } from "./use-role-changes.ts";

export type PersonOfRoles = {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly in_things: readonly { readonly role: string; readonly within: string }[];
};

export function PersonLine({ person: shown, things }: { readonly person: PersonOfRoles; readonly things: ThingNames }) {
  const say = usePeopleSay();
  const trigger = useRef<HTMLButtonElement>(null);
  const roles = useRoleChanges(shown, things, trigger);
  const [taking, setTaking] = useState<RoleChange | undefined>(undefined);
  const [giving, setGiving] = useState<ApplicationRole | undefined>(undefined);
  const { name, isOwn, labelOf } = roles;
  const change = (one: RoleChange) => {
    setTaking(undefined);
    setGiving(undefined);
    void roles.change(one);
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
        {roles.current.length === 0 && <span className="quiet">{say("noRoles")}</span>}
        {roles.current.map((one) => (
          <span key={`${one.role.id} ${one.thing?.id}`} className={classes["role"]}>
            <span className="clip">{labelOf(one)}</span>
            {roles.isRemovable(one) && (
              <button
                type="button"
                aria-label={say("takeRole", { role: labelOf(one), name })}
                disabled={roles.isWorking}
                onClick={() => (isOwn ? setTaking(one) : change(one))}
              >
                <IconX size={14} aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
      </div>
      <GiveRole
        trigger={trigger}
        name={name}
        roles={roles.addable}
        isWorking={roles.isWorking}
        onGive={(role) => (role.within === undefined ? change({ kind: "assign_role", role }) : setGiving(role))}
      />
      {giving !== undefined && (
        <AssignWithin
          role={giving}
          name={name}
          among={roles.thingsFor(giving)}
          onClose={() => setGiving(undefined)}
          onGive={(thing) => change({ kind: "assign_role", role: giving, thing })}
        />
      )}
      {taking !== undefined && (
        <TakeOwnRole label={labelOf(taking)} onTake={() => change(taking)} onClose={() => setTaking(undefined)} />
      )}
    </li>
  );
}

type GiveRoleProps = {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly name: string;
  readonly roles: readonly ApplicationRole[];
  readonly isWorking: boolean;
  readonly onGive: (role: ApplicationRole) => void;
};

function GiveRole({ trigger, name, roles, isWorking, onGive }: GiveRoleProps) {
  const { word } = useProduct();
  const say = usePeopleSay();
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button
          ref={trigger}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          aria-label={say("giveRoleTo", { name })}
          disabled={roles.length === 0 || isWorking}
        >
          {say("giveRole")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {roles.map((role) => (
          <Menu.Item key={role.id} onClick={() => onGive(role)}>
            {word(role.label)}
            {role.within !== undefined && " …"}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type TakeOwnRoleProps = { readonly label: string; readonly onTake: () => void; readonly onClose: () => void };

/** Asked before readers take a role from themselves, because they may not get it back. */
function TakeOwnRole({ label, onTake, onClose }: TakeOwnRoleProps) {
  const { say: sayCore } = useProduct();
  const say = usePeopleSay();
  return (
    <Dialog onClose={onClose} title={say("takeOwnButton")} closeLabel={sayCore("close")}>
      <p>{say("takeOwn", { role: label })}</p>
      <div style={{ display: "flex", gap: 8, marginTop: 16 }}>
        <Button color="red" onClick={onTake}>
          {say("takeOwnButton")}
        </Button>
        <Button variant="default" data-autofocus onClick={onClose}>
          {sayCore("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
