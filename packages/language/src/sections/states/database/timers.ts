// What time brings: for each timer a function that finds the rows that are due and does them one by one.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import { staysInRow } from "../../../expression/analysis/in-row.ts";
import type { Expression } from "../../../expression/tree.ts";
import type { Contribution, Design, EffectPart, ReadPart } from "../../../plan/design.ts";
import { findReads } from "../../../plan/writing/find-reads.ts";
import { typedOf } from "../../../plan/json.ts";
import { innerPlace, lockPlace, nameOf, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject, Place } from "../../../plan/objects.ts";
import { ownLock } from "./effect-reads.ts";
import { effectSql } from "./effects.ts";
import type { DatabaseEffect } from "./effect-rows.ts";
import { guardExpression } from "../../../model/guard-expression.ts";
import { bodyOf, guardSql, momentSql, plpgsql } from "./expressions.ts";
import type { Transition } from "./machines.ts";
import { stepSql } from "./steps.ts";
import { doSql } from "./transitions.ts";

type Timer = {
  /** What the system remembers it by. */
  readonly key: string;
  readonly entity: string;
  readonly place: Place;
  /** When it is due, of a row under an alias. */
  readonly moment: (row: string) => string;
  /** That the row is one of those that it is about, whenever its moment is. */
  readonly about: (row: string) => string;
  /** The part of `about` that only the row itself decides, which an index may hold; undefined where that is nothing. */
  readonly inRow: (row: string) => string | undefined;
  /** Whether an index may hold the moment. */
  readonly isIndexed: boolean;
  /** The moment and what it reads of other rows, which is locked before it is due for certain. */
  readonly reads: readonly ReadPart[];
  /** Statements that do it to the row `_id`, whose moment is `_moment`. */
  readonly run: string;
  readonly address: string;
};

/** The alias of the rows that are looked through: no field is called so, and one that were would stand for the row. */
const alias = "_due";

export function timersOf(
  transitions: readonly Transition[],
  effects: readonly DatabaseEffect[],
  design: Design,
): Contribution {
  const moments = effects.filter(({ effect }) => effect.after?.kind === "at");
  const timers = [
    ...transitions.flatMap((transition) => transitionTimer(transition, design) ?? []),
    ...moments.flatMap((one) => momentTimer(one, design) ?? []),
  ];
  return {
    objects: [...timers.flatMap(timerObjects), ...fireObjects(moments, design), sweep(timers), nextDue(timers)],
    effects: forgetting(timers),
    reads: timers.flatMap(({ reads }) => reads),
  };
}

function transitionTimer(transition: Transition, design: Design): Timer | undefined {
  const { machine, id, rows, from, address } = transition;
  const { entity } = machine;
  const [{ on, onlyIf }] = rows;
  // From where it starts may not be shown: then it is due in no state.
  if ((on?.kind !== "after" && on?.kind !== "at") || from.length === 0) return undefined;
  const guard =
    rows.length === 1 && isInRow(onlyIf && guardExpression(onlyIf, design.compiled.lookup), design)
      ? onlyIf
      : undefined;
  const names = (row: string) => ({ rows: { [entity]: row } });
  const inRow = (row: string) => {
    const isIn = `${row}.${machine.column} IN (${from.map(quoteText).join(", ")})`;
    return guard === undefined ? isIn : `${isIn} AND ${guardSql(guard, entity, names(row), design)}`;
  };
  return {
    key: `${entity}.${id}`,
    entity,
    place: tableOf(design.layout, entity),
    moment: (row) =>
      on.kind === "at"
        ? momentSql(on.expression, names(row), design)
        : `writ.add_time(${row}.${machine.since}, ${design.print(on.expression, "strict", names(row))})`,
    about: (row) => `${inRow(row)} AND ${stepSql(transition, row)} ? 'to'`,
    inRow,
    isIndexed: isInRow(on.expression, design),
    reads: momentReads(on.expression, entity, address, design),
    run: doSql(entity, id, "_id", "'{}'::jsonb", "false"),
    address,
  };
}

/** The moment of an effect comes once; when the row says another one, that one comes as well. */
function momentTimer({ effect, entity, number }: DatabaseEffect, design: Design): Timer | undefined {
  const { after, address } = effect;
  if (after?.kind !== "at") return undefined;
  const moment = (row: string) => momentSql(after.expression, { rows: { [entity]: row } }, design);
  const key = `${entity}.effect.${number}`;
  return {
    key,
    entity,
    place: tableOf(design.layout, entity),
    moment,
    about: (row) =>
      `NOT EXISTS (SELECT FROM writ.fired AS _fired WHERE _fired.timer = ${quoteText(key)} AND _fired.row_id = ${row}.id AND _fired.moment = ${moment(row)})`,
    inRow: () => undefined,
    isIndexed: isInRow(after.expression, design),
    reads: momentReads(after.expression, entity, address, design),
    // Another sweep may have done it between the search and the lock: then nothing is changed, and nothing happens.
    run: `INSERT INTO writ.fired AS _fired (timer, row_id, moment) VALUES (${quoteText(key)}, _id, _moment) ON CONFLICT (timer, row_id) DO UPDATE SET moment = excluded.moment WHERE _fired.moment <> excluded.moment;`,
    address,
  };
}

function momentReads(expression: Expression, entity: string, address: string, design: Design): readonly ReadPart[] {
  const typed = typedOf(expression, design);
  const reads = typed === undefined ? [] : findReads(typed, entity, design);
  return reads.length === 0 ? [] : [{ entity, reads, address }];
}

const isInRow = (expression: Expression | undefined, design: Design): boolean => {
  const typed = expression && typedOf(expression, design);
  return typed !== undefined && staysInRow(typed, design.compiled.schema);
};

const duePlace = ({ key }: Timer) => innerPlace("due", key);

/**
 * One row after the other, each found anew: the one before may have changed what is due. Each is a transaction of its
 * own as far as it can fail: rules that wait for the end are asked at once, and what fails waits longer each time.
 */
function timerObjects(timer: Timer): readonly DatabaseObject[] {
  const { key, place, address } = timer;
  const [name, table] = [quoteText(key), printPlace(place)];
  const moment = timer.moment(alias);
  const isDue = `${moment} <= (SELECT writ.now()) AND ${timer.about(alias)}`;
  const failure = `writ.timer_failure AS _failed WHERE _failed.timer = ${name}`;
  return [
    ...timerIndex(timer),
    {
      ...plpgsql(duePlace(timer), [{ name: "_at_most", type: "integer" }], "integer", address),
      body: bodyOf(
        "DECLARE _id uuid; _moment timestamptz; _done integer := 0; _failure text;",
        "BEGIN",
        "WHILE _done < _at_most LOOP",
        `SELECT ${alias}.id, ${moment} INTO _id, _moment FROM ${table} AS ${alias} WHERE ${isDue}`,
        `  AND NOT EXISTS (SELECT FROM ${failure} AND _failed.row_id = ${alias}.id AND _failed.next_at > (SELECT writ.now()))`,
        `  ORDER BY ${moment} LIMIT 1 FOR NO KEY UPDATE OF ${alias} SKIP LOCKED;`,
        "IF NOT FOUND THEN",
        // A failed timer that is no longer due needs no attention.
        `  DELETE FROM ${failure} AND _failed.next_at <= writ.now() AND NOT EXISTS (SELECT FROM ${table} AS ${alias} WHERE ${alias}.id = _failed.row_id AND ${isDue});`,
        "  EXIT;",
        "END IF;",
        "_done := _done + 1;",
        "BEGIN",
        ...lockedRun(timer, isDue),
        // A timer that stays in its state has an effect that ends it; where that did not, it would be done for ever.
        `IF EXISTS (SELECT FROM ${table} AS ${alias} WHERE ${alias}.id = _id AND ${isDue}) THEN`,
        `  RAISE EXCEPTION USING MESSAGE = ${quoteText(`${address} is due again as soon as it is done`)};`,
        "END IF;",
        "SET CONSTRAINTS ALL IMMEDIATE;",
        "SET CONSTRAINTS ALL DEFERRED;",
        `DELETE FROM ${failure} AND _failed.row_id = _id;`,
        "EXCEPTION WHEN OTHERS THEN",
        "GET STACKED DIAGNOSTICS _failure = MESSAGE_TEXT;",
        `PERFORM writ.timer_failed(${name}, _id, _failure, ${quoteText(address)});`,
        "END;",
        "END LOOP;",
        "RETURN _done;",
        "END",
      ),
    },
  ];
}

/** A moment that other rows decide may be another one once they are locked. */
function lockedRun({ reads, run, place, entity }: Timer, isDue: string): readonly string[] {
  if (reads.length === 0) return [run];
  const [table, lock] = [printPlace(place), printPlace(lockPlace(entity))];
  return [
    `PERFORM ${lock}(ARRAY(SELECT ROW(${alias}.*)::${table} FROM ${table} AS ${alias} WHERE ${alias}.id = _id));`,
    `IF EXISTS (SELECT FROM ${table} AS ${alias} WHERE ${alias}.id = _id AND ${isDue}) THEN`,
    run,
    "END IF;",
  ];
}

/** The rows that are due come first in it. Columns are named by their table, as an index may, to be found by the search. */
function timerIndex({ key, entity, place, moment, inRow, isIndexed, address }: Timer): readonly DatabaseObject[] {
  const row = quoteIdentifier(place.name);
  const which = inRow(row);
  if (!isIndexed && which === undefined) return [];
  return [
    {
      kind: "index",
      table: place,
      name: nameOf(partOf(entity, "due"), ...key.split(".").slice(1)),
      unique: false,
      definition: `(${isIndexed ? `(${moment(row)})` : `"id"`})${which === undefined ? "" : ` WHERE ${which}`}`,
      address,
    },
  ];
}

/** Called when a moment is written down: an effect of a moment happens inside that write. */
function fireObjects(moments: readonly DatabaseEffect[], design: Design): readonly DatabaseObject[] {
  if (moments.length === 0) return [];
  const place = innerPlace("fire");
  const fired = innerPlace("fired");
  const cases = moments.map((one) => {
    const table = printPlace(tableOf(design.layout, one.entity));
    return `WHEN ${quoteText(`${one.entity}.effect.${one.number}`)} THEN DECLARE _row ${table}; BEGIN SELECT _found.* INTO _row FROM ${table} AS _found WHERE _found.id = NEW.row_id; IF FOUND THEN ${[...ownLock(one, "_row", design), effectSql(one, "_row", "_row")].join(" ")} END IF; END;`;
  });
  return [
    {
      ...plpgsql(place, [], "trigger", "4"),
      body: bodyOf("BEGIN", "CASE NEW.timer", ...cases, "ELSE NULL;", "END CASE;", "RETURN NULL;", "END"),
    },
    {
      kind: "trigger",
      table: fired,
      name: "fire",
      fires: "after",
      events: ["insert", "update"],
      each: "row",
      calls: place,
      arguments: [],
      address: "4",
    },
  ];
}

/** The server calls it again and again; the answer is how many rows it took up. */
function sweep(timers: readonly Timer[]): DatabaseObject {
  return {
    ...plpgsql(innerPlace("sweep"), [{ name: "at_most", type: "integer" }], "integer", "4"),
    body: bodyOf(
      "DECLARE _done integer := 0;",
      "BEGIN",
      // A timer acts as no user: the last user of this connection is not the actor.
      "PERFORM set_config('request.jwt.claims', '{\"timer\": true}', true);",
      // A row that another transaction has locked is retried later: the timer does not wait for it for ever.
      "IF current_setting('lock_timeout') = '0' THEN PERFORM set_config('lock_timeout', '2s', true); END IF;",
      ...timers.map((timer) => `_done := _done + ${printPlace(duePlace(timer))}(at_most - _done);`),
      "RETURN _done;",
      "END",
    ),
  };
}

/**
 * When the next row or schedule will be due, as far as is known now; nothing where none is. What is due but blocked by
 * a condition is left out: it is unknown when that will hold.
 */
function nextDue(timers: readonly Timer[]): DatabaseObject {
  const ways = timers.flatMap((timer) => {
    const { key } = timer;
    const [table, moment, about] = [printPlace(timer.place), timer.moment(alias), timer.about(alias)];
    const inRow = timer.inRow(alias) ?? "true";
    const failed = `SELECT _failed.next_at FROM writ.timer_failure AS _failed WHERE _failed.timer = ${quoteText(key)} AND _failed.row_id = ${alias}.id`;
    return [
      `SELECT min(COALESCE((${failed}), writ.now())) AS moment FROM ${table} AS ${alias} WHERE ${moment} <= (SELECT writ.now()) AND ${about}`,
      `(SELECT ${moment} AS moment FROM ${table} AS ${alias} WHERE ${moment} > (SELECT writ.now()) AND ${inRow} ORDER BY ${moment} LIMIT 1)`,
    ];
  });
  return {
    kind: "function",
    place: innerPlace("next_due"),
    parameters: [],
    returns: "timestamptz",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT min(_all.moment) FROM (${[...ways, "SELECT min(_one.next_at) FROM writ.schedule AS _one"].join(" UNION ALL ")}) AS _all (moment)`,
    callers: [],
    address: "4",
  };
}

/** What is remembered of a row goes with it. */
function forgetting(timers: readonly Timer[]): readonly EffectPart[] {
  const entities = new Map(timers.map((timer) => [timer.entity, timer]));
  return [...entities.values()].map(({ entity, address }) => ({
    entity,
    on: ["delete"],
    address,
    sql: ["fired", "timer_failure"]
      .map(
        (table) =>
          `DELETE FROM writ.${quoteIdentifier(table)} AS _gone WHERE _gone.row_id = OLD.id AND split_part(_gone.timer, '.', 1) = ${quoteText(entity)};`,
      )
      .join("\n"),
  }));
}
