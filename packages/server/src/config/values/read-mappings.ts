// Lists of mappings: the configuration file has them as YAML, which comes as JSON; flags and variables have JSON.
import { isJsonObject, quote } from '@prime-registry/protocol/basics';
import { SettingError } from '../setting.ts';

/** A mapping of a list. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a list consists of. */
interface ListForm<T> {
  /** What messages call a mapping, such as `link`. */
  readonly noun: string;
  readonly keys: readonly string[];
  /** How to write one, for messages. */
  readonly example: string;
  readonly maxItems: number;
  /** @param where - which mapping it is, for messages. @throws SettingError */
  readonly read: (fields: Fields, where: string) => T;
}

/**
 * Reads a list; undefined for a text that is none.
 * @throws SettingError if it is too long or one of the mappings is wrong
 */
export function readMappings<T>(text: string, form: ListForm<T>): readonly T[] | undefined {
  const items = parseList(text);
  if (items === undefined) return undefined;
  if (items.length > form.maxItems) throw new SettingError(`there are more than ${form.maxItems}`);
  return items.map((item, index) => {
    const where = `${form.noun} ${index + 1}`;
    return form.read(requireFields(item, where, form), where);
  });
}

/** Whether the switch `key` of a mapping is on; it is off by default. @throws SettingError */
export function readFlag(fields: Fields, key: string, url: string): boolean {
  const text = String(fields[key] ?? 'false');
  if (text === 'true' || text === 'false') return text === 'true';
  throw new SettingError(`${key} of ${url} must be true or false`);
}

function requireFields(
  item: unknown,
  where: string,
  { keys, example }: Pick<ListForm<unknown>, 'keys' | 'example'>,
): Fields {
  if (!isJsonObject(item)) throw new SettingError(`${where} is not a mapping; write ${example}`);
  const unknown = Object.keys(item).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new SettingError(`${where} has the unknown key ${quote(unknown)}; the keys are ${keys.join(', ')}`);
  return item;
}

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
