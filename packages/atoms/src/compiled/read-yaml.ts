// From the bytes of a YAML file of the compiled form to what it says.
import { type FieldProblem, readYamlMapping } from '@prime-registry/protocol';
import { isMap, isScalar, isSeq } from 'yaml';
import { MAX_PLAIN_YAML_LENGTH } from '../limits.ts';
import { decodeText } from '../text/decode-text.ts';
import { readPlainYaml, type YamlFile, type YamlItem, type YamlValue } from './plain-yaml.ts';

/** What a file says, and which of its keys are there more than once; or what keeps it from being read. */
export type YamlReading =
  | { readonly file: YamlFile; readonly problems: readonly FieldProblem[] }
  | { readonly problem: FieldProblem };

/** Reads a file, whatever YAML it is of: the way that is quick where it can be gone, with the bounds of a manifest where not. */
export function readYaml(bytes: Uint8Array): YamlReading {
  const decoded = decodeText(bytes, MAX_PLAIN_YAML_LENGTH);
  const plain = 'text' in decoded ? readPlainYaml(decoded.text) : undefined;
  return plain === undefined ? readAnyYaml(bytes) : { file: plain, problems: [] };
}

/** Reads a file as a manifest is read. */
export function readAnyYaml(bytes: Uint8Array): YamlReading {
  const read = readYamlMapping(bytes);
  if ('problem' in read) return read;
  const { entries, problems } = read.mapping;
  return { file: new Map(Array.from(entries, ([key, { node }]) => [key, toValue(node)])), problems };
}

function toValue(node: unknown): YamlValue {
  if (isScalar(node)) return String(node.value);
  return isSeq(node) ? node.items.map(toItem) : undefined;
}

function toItem(node: unknown): YamlItem {
  if (!isMap(node)) return undefined;
  return new Map(
    node.items.flatMap(({ key, value }) =>
      isScalar(key) && isScalar(value) ? [[String(key.value), String(value.value)]] : [],
    ),
  );
}
