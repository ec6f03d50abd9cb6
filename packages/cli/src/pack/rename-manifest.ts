// Replaces one field in the text of a pack.yaml. All other bytes stay as they are.
import { parseLocatedYaml } from '@prime-registry/protocol';
import { isAlias, isMap, isScalar, Scalar, type YAMLMap } from 'yaml';

const BYTE_ORDER_MARK = '\uFEFF';

/** Writes a value in place of an old one, of which the style is given; undefined without an old one. */
type WriteValue = (style: Scalar.Type | undefined) => string;

/**
 * The manifest with the name, in double quotes: in place of the old one, or on a new first line if there is
 * none. The text must be YAML that `parseManifest` can read. A name that is a list or a mapping stays as it
 * is.
 */
export function renameManifest(bytes: Uint8Array, name: string): Uint8Array {
  return replaceField(bytes, 'name', () => JSON.stringify(name));
}

/** The manifest with the version, in the quotes of the old one, by the same rules. */
export function setManifestVersion(bytes: Uint8Array, version: string): Uint8Array {
  return replaceField(bytes, 'version', (style) => {
    if (style === Scalar.QUOTE_DOUBLE) return `"${version}"`;
    // A semantic version has two dots, so YAML never takes it for a number.
    return style === Scalar.QUOTE_SINGLE ? `'${version}'` : version;
  });
}

function replaceField(bytes: Uint8Array, field: string, write: WriteValue): Uint8Array {
  const given = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const mark = given.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  return Buffer.from(mark + replace(given.slice(mark.length), field, write));
}

function replace(text: string, field: string, write: WriteValue): string {
  const { contents } = parseLocatedYaml(text, { uniqueKeys: false }).document;
  if (!isMap(contents)) return text;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === field);
  if (pair === undefined) return insert(text, contents, `${field}: ${write(undefined)}`);
  const { value } = pair;
  if (!(isScalar(value) || isAlias(value)) || !value.range) return text;
  const [start, end] = value.range;
  const written = write(isScalar(value) ? value.type : undefined);
  return text.slice(0, start) + fit(text, start, end, written) + text.slice(end);
}

/** The value with the spaces it needs in place of the old one. */
function fit(text: string, start: number, end: number, value: string): string {
  // The range of a block scalar ends at the beginning of the next line.
  if (start < end) return value + (/\s*$/.exec(text.slice(start, end))?.[0] ?? '');
  // The value was empty: the new one must not touch the colon before it or a comment after it.
  const before = /\s$/.test(text.slice(0, start)) ? '' : ' ';
  const after = text[end] === '#' ? ' ' : '';
  return before + value + after;
}

function insert(text: string, map: YAMLMap, entry: string): string {
  const start = map.range?.[0] ?? 0;
  if (map.flow === true) return `${text.slice(0, start)}{${entry}, ${text.slice(start + 1)}`;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indentation = /^ */.exec(text.slice(lineStart))?.[0] ?? '';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return text.slice(0, lineStart) + indentation + entry + lineEnd + text.slice(lineStart);
}
