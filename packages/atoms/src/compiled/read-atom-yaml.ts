// `atom.yaml` and `graph.yaml` of one compiled atom.
import {
  type FieldProblem,
  findHiddenInText,
  isVersion,
  quote,
  readYamlMapping,
  type YamlMapping,
} from '@prime-registry/protocol';
import { isMap, isScalar, isSeq } from 'yaml';
import type { BareEdge, FileProblem } from '../atom.ts';
import { isAtomId } from '../atom-id.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_EDGES, MAX_WORD_LENGTH } from '../limits.ts';
import { cutText } from '../text/cut-text.ts';
import { readCompiledEdge, readKind } from './compiled-edge.ts';

/** What a file says; fields that are not there, or malformed, are undefined. */
export interface AtomYaml {
  readonly id: string | undefined;
  readonly kind: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly domain: string | undefined;
  readonly edges: readonly BareEdge[] | undefined;
}

/** What was read, and what was not as it should be. */
export interface AtomYamlReading {
  readonly yaml: AtomYaml | undefined;
  readonly problems: readonly FileProblem[];
}

/** Reads either file: `graph.yaml` calls the id `atom`. Never throws. */
export function readAtomYaml(bytes: Uint8Array): AtomYamlReading {
  const read = readYamlMapping(bytes);
  if ('problem' in read) return { yaml: undefined, problems: [toFileProblem('error', read.problem)] };
  const { mapping } = read;
  const id = readScalar(mapping, 'id') ?? readScalar(mapping, 'atom');
  const version = readScalar(mapping, 'version');
  const description = readScalar(mapping, 'description')?.trim();
  const domain = readScalar(mapping, 'domain');
  const relations = readRelations(mapping);
  const yaml = {
    id: id !== undefined && isAtomId(id) ? id : undefined,
    kind: readKind(readScalar(mapping, 'kind')),
    version: version !== undefined && isVersion(version) ? version : undefined,
    description: description === undefined ? undefined : cutText(description, MAX_DESCRIPTION_LENGTH),
    domain: domain !== undefined && domain.length <= MAX_WORD_LENGTH ? domain : undefined,
    edges: relations?.edges,
  };
  const problems = mapping.problems.map((problem) => toFileProblem('warning', problem));
  const warn = (message: string): void => {
    problems.push({ severity: 'warning', message });
  };
  if (yaml.id === undefined) warn('this file has no id of an atom; compile the sources again');
  if (relations !== undefined && relations.unread > 0) {
    warn(
      `${relations.unread} of the relations have no type, or no target that is an id; compile the sources again`,
    );
  }
  return { yaml, problems };
}

function toFileProblem(
  severity: FileProblem['severity'],
  { field, line, column, message }: FieldProblem,
): FileProblem {
  const place = line === undefined || column === undefined ? {} : { line, column };
  const what = field === 'manifest' ? 'this file' : quote(field);
  return { severity, ...place, message: `${what} ${message}` };
}

function readScalar(mapping: YamlMapping, key: string): string | undefined {
  return textOf(mapping.entries.get(key)?.node);
}

function textOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const text = String(node.value);
  return text.trim() === '' || findHiddenInText(text) !== undefined ? undefined : text;
}

function readRelations(mapping: YamlMapping): { edges: BareEdge[]; unread: number } | undefined {
  const entry = mapping.entries.get('relations');
  if (entry === undefined || !isSeq(entry.node)) return undefined;
  const edges: BareEdge[] = [];
  const items = entry.node.items.slice(0, MAX_EDGES);
  for (const item of items) {
    if (!isMap(item)) continue;
    const find = (key: string): string | undefined =>
      textOf(item.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.value);
    const edge = readCompiledEdge(find('type'), find('target'));
    if (edge !== undefined) edges.push(edge);
  }
  return { edges, unread: items.length - edges.length };
}
