// The second step: what each column becomes, with values of it beside it.
import { Button, NativeSelect } from "@mantine/core";
import type { ImportLook } from "@writ/server/response-types";
import { missingIn, withField, type Plan } from "./plan.ts";
import { StepTitle } from "./step-title.tsx";
import { useImportSay } from "./use-import-say.ts";
import classes from "./importing.module.css";

type ColumnsProps = {
  readonly name: string;
  readonly look: ImportLook;
  readonly plan: Plan;
  /** The server says in English what it found out about the file. */
  readonly hasNotes: boolean;
  readonly change: (plan: Plan) => void;
  readonly check: () => void;
  readonly back: () => void;
};

export function Columns({ name, look, plan, hasNotes, change, check, back }: ColumnsProps) {
  const say = useImportSay();
  const { heads, fields, sample, notes } = look;
  const missing = missingIn(look, plan);
  const keys = fields.filter(({ id, unique }) => unique && plan.fields.includes(id));
  const isEmpty = plan.fields.every((field) => field === "");
  return (
    <>
      <StepTitle>{say("columnsOf", { name })}</StepTitle>
      <div className="quiet">
        <p>{say("columnsText")}</p>
        {hasNotes && notes.map((note) => <p key={note}>{`${note.charAt(0).toUpperCase()}${note.slice(1)}.`}</p>)}
      </div>
      <table className={`${classes["table"]} ${classes["columns"]}`}>
        <thead>
          <tr>
            <th scope="col">{say("column")}</th>
            <th scope="col">{say("examples")}</th>
            <th scope="col">{say("becomes")}</th>
          </tr>
        </thead>
        <tbody>
          {heads.map((head, at) =>
            head === "" ? null : (
              <tr key={head}>
                <th scope="row">{head}</th>
                <td className={`quiet ${classes["examples"]}`}>
                  {sample
                    .map((cells) => cells[at] ?? "")
                    .filter((text) => text.trim() !== "")
                    .slice(0, 3)
                    .join(" · ")}
                </td>
                <td>
                  <NativeSelect
                    aria-label={say("fieldOf", { column: head })}
                    value={plan.fields[at] ?? ""}
                    onChange={(event) => change(withField(plan, at, event.currentTarget.value))}
                    data={[
                      { value: "", label: say("leaveOut") },
                      ...fields.map(({ id, label }) => ({
                        value: id,
                        label,
                        disabled: plan.fields.some((field, other) => field === id && other !== at),
                      })),
                    ]}
                  />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {keys.length > 0 && (
        <NativeSelect
          label={say("existing")}
          value={plan.updateBy}
          onChange={(event) => change({ ...plan, updateBy: event.currentTarget.value })}
          data={[
            { value: "", label: say("createAll") },
            ...keys.map(({ id, label }) => ({ value: id, label: say("updateBy", { field: label }) })),
          ]}
        />
      )}
      <p role="status" className={classes["caution"]}>
        {isEmpty
          ? say("noColumns")
          : missing.length > 0 && plan.updateBy === ""
            ? say("missing", { fields: missing.join(", ") })
            : ""}
      </p>
      <div className={classes["buttons"]}>
        <Button variant="default" onClick={back}>
          {say("otherFile")}
        </Button>
        <Button disabled={isEmpty} onClick={check}>
          {say("check")}
        </Button>
      </div>
    </>
  );
}
