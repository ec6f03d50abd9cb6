// Writes the entry for prime as an agent's file has it. All three forms take strings as JSON writes them.
import type { Agent, ConfigValue, HttpServer, ServerEntry } from './agent.ts';

export const ENTRY_NAME = 'prime';

/** The text to put into the file of an agent, without a line feed at its end. */
export function writeConfig(
  { format, list, besides }: Pick<Agent, 'format' | 'list' | 'besides'>,
  entry: ServerEntry,
  http?: HttpServer,
): string {
  if (format === 'toml') return [`[${list}.${ENTRY_NAME}]`, ...assign(entry, ' = ')].join('\n');
  if (format === 'yaml') {
    const lines = assign(entry, ': ').map((line) => `    ${line}`);
    return [`${list}:`, `  ${ENTRY_NAME}:`, ...lines].join('\n');
  }
  const document = { ...(http !== undefined && besides?.(http)), [list]: { [ENTRY_NAME]: entry } };
  return escapeInvisible(JSON.stringify(document, undefined, 2));
}

function assign(entry: ServerEntry, sign: string): string[] {
  return Object.entries(entry).map(([key, value]) => `${key}${sign}${writeInline(value)}`);
}

/** A value on one line. TOML has other objects than JSON; no entry needs one. */
function writeInline(value: ConfigValue): string {
  if (Array.isArray(value)) return `[${value.map(writeInline).join(', ')}]`;
  return escapeInvisible(JSON.stringify(value));
}

/** The path of a folder may have any character. What would not be seen is written as an escape of JSON. */
function escapeInvisible(json: string): string {
  return json.replaceAll(/[\u007F-\u009F\u00AD\u2028\u2029]|\p{Cf}/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
