// Puts another name into the text of a pack.yaml and leaves every other byte of it as it was.
import { isAlias, isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The manifest with the name, which is written in double quotes where a name is, or into a line of its own in front when there
 * is none. For YAML that `parseManifest` can read; where the name is neither text nor nothing, or is there twice, it stays.
 */
export function renameManifest(bytes: Uint8Array, name: string): Uint8Array {
  const given = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const mark = given.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  return Buffer.from(mark + rename(given.slice(mark.length), JSON.stringify(name)));
}

function rename(text: string, quotedName: string): string {
  const { contents } = parseDocument(text, {
    version: '1.2',
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: 'error',
  });
  if (!isMap(contents)) return text;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'name');
  if (pair === undefined) return insertName(text, contents, quotedName);
  const { value } = pair;
  if (!(isScalar(value) || isAlias(value)) || !value.range) return text;
  const [start, end] = value.range;
  return text.slice(0, start) + fit(text, start, end, quotedName) + text.slice(end);
}

/** The name as it fits where the old value was. */
function fit(text: string, start: number, end: number, quotedName: string): string {
  // The text of a block scalar reaches to the beginning of the next line.
  if (start < end) return quotedName + (/\s*$/.exec(text.slice(start, end))?.[0] ?? '');
  // Nothing was there: the name may touch neither the colon before it nor a comment behind it.
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
