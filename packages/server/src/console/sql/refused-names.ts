// What every role of PostgreSQL may call, and an operator's statement may not: what outlives a transaction that is rolled
// back, what reaches other sessions or the network, and what runs SQL from a text, in which such names could hide.

const refused: readonly RegExp[] = [
  /^pg_(?:try_)?advisory_/,
  /^pg_(?:terminate|cancel)_backend$/,
  /^pg_logical_/,
  /^pg_notify$/,
  /^pg_sleep/,
  /^set_config$/,
  /^(?:lo|lowrite|loread|lo_\w+)$/,
  /^pg_(?:read|ls|stat)_(?:file|binary_file|dir|\w*dir)$/,
  /^dblink/,
  /^(?:query|table|schema|database|cursor)_to_xml/,
  /^(?:ts_stat|ts_rewrite|crosstab\w*|connectby|xpath_table)$/,
  /^pg_(?:authid|shadow|db_role_setting|export_snapshot)$/,
];

/** What makes much of little. A column may have such a name: only a call is refused. */
const large = /^(?:repeat|[lr]pad|array_fill)$/;
const call = /^"?\s*(?:\(|--|\/\*)/;

/**
 * The first of them; `U&`: a name written so that it cannot be seen. Wherever it stands, except in a plain text: nothing
 * that is left makes SQL of one.
 */
export function refusedName(text: string): string | undefined {
  const seen = withoutTexts(text);
  const hidden = /u&["']/i.exec(seen)?.[0];
  if (hidden !== undefined) return hidden;
  for (const { 0: name, index } of seen.toLowerCase().matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu))
    if (refused.some((one) => one.test(name)) || (large.test(name) && call.test(seen.slice(index + name.length))))
      return name;
  return undefined;
}

/** Where a quote could be anything but the begin or the end of a text, all of it is looked at. */
const withoutTexts = (text: string): string =>
  /[\\$]|--|\/\*/.test(text) ? text : text.replaceAll(/"[^"]*"|'[^']*'/g, (one) => (one.startsWith('"') ? one : "''"));
