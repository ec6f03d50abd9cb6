// Replaces the name in the text of a pack.yaml. All other bytes stay as they are.
import { parseLocatedYaml } from '@prime-registry/protocol';
import { isAlias, isMap, isScalar, type YAMLMap } from 'yaml';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The manifest with the name, in double quotes: in place of the old one, or on a new first line if there is
 * none. The text must be YAML that `parseManifest` can read. A name that is a list or a mapping stays as it
 * is.
 */
export function renameManifest(bytes: Uint8Array, name: string): Uint8Array {
  const given = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const mark = given.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  return Buffer.from(mark + rename(given.slice(mark.length), JSON.stringify(name)));
}

function rename(text: string, quotedName: string): string {
  const { contents } = parseLocatedYaml(text, { uniqueKeys: false }).document;
  if (!isMap(contents)) return text;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'name');
  if (pair === undefined) return insertName(text, contents, quotedName);
  const { value } = pair;
  if (!(isScalar(value) || isAlias(value)) || !value.range) return text;
  const [start, end] = value.range;
  return text.slice(0, start) + fit(text, start, end, quotedName) + text.slice(end);
}

/** The name with the spaces it needs in place of the old value. */
function fit(text: string, start: number, end: number, quotedName: string): string {
  // The range of a block scalar ends at the beginning of the next line.
  if (start < end) return quotedName + (/\s*$/.exec(text.slice(start, end))?.[0] ?? '');
  // The value was empty: the name must not touch the colon before it or a comment after it.
  const before = /\s$/.test(text.slice(0, start)) ? '' : ' ';
  const after = text[end] === '#' ? ' ' : '';
  return before + quotedName + after;
}

function insertName(text: string, map: YAMLMap, quotedName: string): string {
  const start = map.range?.[0] ?? 0;
  const entry = `name: ${quotedName}`;
  if (map.flow === true) return `${text.slice(0, start)}{${entry}, ${text.slice(start + 1)}`;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indentation = /^ */.exec(text.slice(lineStart))?.[0] ?? '';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return text.slice(0, lineStart) + indentation + entry + lineEnd + text.slice(lineStart);
}
