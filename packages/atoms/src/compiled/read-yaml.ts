// Parses the YAML files of the compiled form.
import { type FieldProblem, readYamlMapping } from '@prime-registry/protocol';
import { isMap, isScalar, isSeq } from 'yaml';
import { MAX_PLAIN_YAML_LENGTH } from '../limits.ts';
import { decodeText } from '../text/decode-text.ts';
import { readPlainYaml, type YamlFile, type YamlItem, type YamlValue } from './plain-yaml.ts';

/** The contents of a file and its duplicate keys; or the reason why it cannot be read. */
export type YamlReading =
  | { readonly file: YamlFile; readonly problems: readonly FieldProblem[] }
  | { readonly problem: FieldProblem };

/**
 * Parses a file: with the fast parser if possible, otherwise with the full one, within the limits of a
 * manifest.
 */
export function readYaml(bytes: Uint8Array): YamlReading {
  const decoded = decodeText(bytes, MAX_PLAIN_YAML_LENGTH);
  const plain = 'text' in decoded ? readPlainYaml(decoded.text) : undefined;
  return plain === undefined ? readAnyYaml(bytes) : { file: plain, problems: [] };
}

/** Parses a file with the full parser, within the limits of a manifest. */
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
