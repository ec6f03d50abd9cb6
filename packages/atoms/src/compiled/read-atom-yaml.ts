// Reads `atom.yaml` and `graph.yaml` of a compiled atom.
import { type FieldProblem, findHiddenInText, isVersion, quote } from '@prime-registry/protocol';
import type { BareEdge, FileProblem } from '../atom.ts';
import { isAtomId } from '../atom-id.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_EDGES, MAX_WORD_LENGTH } from '../limits.ts';
import { cutText } from '../text/cut-text.ts';
import { readCompiledEdge, readKind } from './compiled-edge.ts';
import type { YamlFile } from './plain-yaml.ts';
import { readYaml } from './read-yaml.ts';

/** The contents of a file; missing and malformed fields are undefined. */
export interface AtomYaml {
  readonly id: string | undefined;
  readonly kind: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly domain: string | undefined;
  readonly edges: readonly BareEdge[] | undefined;
  /** The hash of the source that was compiled, 64 hexadecimal digits; some compilers write it. */
  readonly sourceHash: string | undefined;
}

/** Reads either file: `graph.yaml` calls the id `atom`. Never throws. */
export function readAtomYaml(bytes: Uint8Array): { yaml: AtomYaml | undefined; problems: FileProblem[] } {
  const read = readYaml(bytes);
  if ('problem' in read) return { yaml: undefined, problems: [toFileProblem('error', read.problem)] };
  const { file } = read;
  const id = readText(file, 'id') ?? readText(file, 'atom');
  const version = readText(file, 'version');
  const description = readText(file, 'description')?.trim();
  const domain = readText(file, 'domain');
  const relations = readRelations(file);
  const yaml = {
    id: id !== undefined && isAtomId(id) ? id : undefined,
    kind: readKind(readText(file, 'kind')),
    version: version !== undefined && isVersion(version) ? version : undefined,
    description: description === undefined ? undefined : cutText(description, MAX_DESCRIPTION_LENGTH),
    domain: domain !== undefined && domain.length <= MAX_WORD_LENGTH ? domain : undefined,
    edges: relations?.edges,
    sourceHash: /^sha256:([0-9a-f]{64})$/.exec(readText(file, 'source_hash') ?? '')?.[1],
  };
  const problems = read.problems.map((problem) => toFileProblem('warning', problem));
  const warn = (message: string): void => {
    problems.push({ severity: 'warning', message });
  };
  if (yaml.id === undefined) warn('this file has no valid atom id; compile the sources again');
  if (relations !== undefined && relations.unread > 0) {
    warn(`${relations.unread} of the relations have no valid type and target; compile the sources again`);
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

function readText(file: YamlFile, key: string): string | undefined {
  const value = file.get(key);
  return typeof value === 'string' ? findVisible(value) : undefined;
}

function findVisible(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return findHiddenInText(text) === undefined ? text : undefined;
}

function readRelations(file: YamlFile): { edges: BareEdge[]; unread: number } | undefined {
  const value = file.get('relations');
  if (value === undefined || typeof value === 'string') return undefined;
  const items = value.slice(0, MAX_EDGES);
  const edges = items.flatMap(
    (item) => readCompiledEdge(findVisible(item?.get('type')), findVisible(item?.get('target'))) ?? [],
  );
  return { edges, unread: items.length - edges.length };
}
