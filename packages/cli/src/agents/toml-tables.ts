// The tables of a TOML file below one name, with their strings. Enough to recognise an entry; not a parser of TOML.

/** Reads `[<list>.<name>]` and the strings and lists of strings in it, each on one line. */
export function readTomlTables(text: string, list: string): Record<string, Record<string, unknown>> {
  const tables: Record<string, Record<string, unknown>> = Object.create(null);
  let table: Record<string, unknown> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) table = openTable(tables, header, list);
    else if (table !== undefined) readValue(table, line);
  }
  return tables;
}

function openTable(
  tables: Record<string, Record<string, unknown>>,
  header: string,
  list: string,
): Record<string, unknown> | undefined {
  const [, first, quoted, bare] = /^\s*([\w-]+)\s*\.\s*(?:"([^"]*)"|([\w-]+))\s*$/.exec(header) ?? [];
  const name = quoted ?? bare;
  if (first !== list || name === undefined) return undefined;
  const table: Record<string, unknown> = tables[name] ?? Object.create(null);
  tables[name] = table;
  return table;
}

function readValue(table: Record<string, unknown>, line: string): void {
  const [, key, value] = /^\s*([\w-]+)\s*=\s*(\S.*)$/.exec(line) ?? [];
  if (key === undefined || value === undefined) return;
  const strings = [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? '');
  table[key] = value.startsWith('[') ? strings : strings[0];
}
