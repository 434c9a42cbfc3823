// From a row of the table of limits to a limit: so many per time, or so many per thing.
import { cellOf, isNotShown, type FoundRow } from "../../document/tables.ts";
import { matchText, spanOf, trimText, type Text } from "../../text/text.ts";
import { address } from "../../clause/clause.ts";
import { defineName } from "../../clause/define-name.ts";
import { readName, readReference } from "../../text/name.ts";
import { readClause } from "../../clause/read-clause.ts";
import { readGuard } from "../../clause/read-guard.ts";
import { readAmount, readValue } from "../../clause/read-value.ts";
import type { Problem } from "../../problem.ts";
import type { Limit, LimitCounts, LimitValue, LimitColumn } from "./model.ts";
import { limitIncomplete, wrongLimit } from "./problems.ts";

export function parseLimit(row: FoundRow, problems: Problem[]): Limit {
  const cell = trimText(cellOf(row, "Limit"));
  const at = address(9, readName(cell).label || "?");
  const clause = readClause<LimitColumn>(row, at, problems);
  const name = defineName(cell, at, problems);
  const said = (column: string): Text | undefined => {
    const text = trimText(cellOf(row, column));
    if (text.text !== "") return text;
    if (!isNotShown(row, column))
      problems.push(limitIncomplete.at({ span: name.span, address: `${at}/${column}` }, name.label, column));
    return undefined;
  };
  const [value, counts, otherwise] = [said("Value"), said("Counts"), said("Otherwise")];
  return {
    ...clause,
    name,
    value: value && readLimitValue(value, `${at}/Value`, problems),
    counts: counts && readCounts(counts),
    when: readGuard(cellOf(row, "When"), `${at}/When`, problems),
    otherwise: otherwise && readReference(otherwise),
  };
}

function readLimitValue(text: Text, at: string, problems: Problem[]): LimitValue | undefined {
  const wrong = (part: Text, hint: string) => {
    problems.push(wrongLimit.at({ span: spanOf(part), address: at }, part.text, hint));
    return undefined;
  };
  const groups = matchText(text, /^(?<amount>`[^`]*`|[^\s`]+)\s+per\s+(?<rest>.+)$/ds);
  const { amount: written, rest } = groups ?? {};
  if (!written || !rest)
    return wrong(text, "Write 20 per hour per user, 20 per hour per address, or 3 per Organisation.");
  const amount = readAmount(written);
  const isCount =
    amount?.kind === "constant" ||
    (amount?.value.kind === "number" && amount.value.scale === 0 && amount.value.digits > 0n);
  if (!amount || !isCount)
    return wrong(written, "A limit begins with a whole number from 1, or with a constant in backticks.");
  const span = spanOf(text);
  const rate = matchText(rest, /^(?<time>.*\S)\s+per\s+(?<whom>\S+)$/ds);
  if (rate?.["time"] && rate["whom"]) {
    const time = rate["time"];
    const each = readValue(/^\d/.test(time.text) ? time : { ...time, text: `1 ${time.text}` });
    if (each?.kind !== "duration" || each.milliseconds <= 0n)
      return wrong(time, "Write a time: second, minute, hour, day, week, or 10 minutes.");
    const per = rate["whom"].text;
    if (per !== "user" && per !== "address")
      return wrong(rate["whom"], 'A rate is counted "per user" or "per address".');
    return { kind: "rate", amount, milliseconds: Number(each.milliseconds), per, span };
  }
  const time = readValue({ ...rest, text: `1 ${rest.text}` });
  if (time?.kind === "duration")
    return wrong(rest, `Say whose: ${written.text} per ${rest.text} per user, or per address.`);
  const quota = matchText(rest, /^(?<entity>.*\S)\s+via\s+(?<field>.+)$/ds);
  return {
    kind: "quota",
    amount,
    entity: readReference(quota?.["entity"] ?? rest),
    via: quota?.["field"] && readReference(quota["field"]),
    span,
  };
}

function readCounts(text: Text): LimitCounts {
  const groups = matchText(text, /^(?<act>create|update|delete)\s+(?<of>.+)$/ds);
  const act = groups?.["act"]?.text as LimitCounts["act"];
  return { act, of: readReference(groups?.["of"] ?? text), span: spanOf(text) };
}
