// Finds contradictions between the compiled form and the sources, and among the compiled files.
import { quote } from '@prime-registry/protocol';
import type { BareEdge } from '../atom.ts';
import { compiledEdges } from '../compiled/compiled-draft.ts';
import type { CompiledAtom } from '../compiled/compiled-prime.ts';
import type { CopiedSections } from '../compiled/copied-sections.ts';
import { toLine } from '../text/cut-text.ts';
import type { SourceFacts } from './source-atoms.ts';

const REMEDY = 'compile the sources again';

/** Contradictions among the files of one compiled atom, as sentences. */
export function findInnerContradictions({ yaml, graphEdges, indexed }: CompiledAtom): string[] {
  const messages: string[] = [];
  if (yaml?.kind !== undefined && indexed?.kind !== undefined && yaml.kind !== indexed.kind) {
    messages.push(`its kind is ${quote(yaml.kind)} here and ${quote(indexed.kind)} in the index; ${REMEDY}`);
  }
  if (yaml?.edges === undefined) return messages;
  for (const [file, edges] of [
    ['graph.yaml', graphEdges],
    ['the index', indexed?.edges],
  ] as const) {
    if (edges === undefined) continue;
    const differing = findMissing(yaml.edges, edges) ?? findMissing(edges, yaml.edges);
    if (differing !== undefined) {
      messages.push(`the edge ${show(differing)} is not both here and in ${file}; ${REMEDY}`);
    }
  }
  return messages;
}

/** What the compiled atoms of a Prime have in common. */
export interface CompilerHabits {
  /** The verbs in the compiled form: a compiler that writes a verb writes it for all atoms. */
  readonly verbs: ReadonlySet<string>;
  readonly sections: CopiedSections;
}

/** Contradictions between a compiled atom and its source, as sentences. */
export function findContradictions(
  source: SourceFacts & { readonly hash: string },
  compiled: CompiledAtom,
  { verbs, sections }: CompilerHabits,
): string[] {
  const messages: string[] = [];
  const { yaml, indexed } = compiled;
  const compare = (field: string, stated: string | undefined, meant: string | undefined): void => {
    if (stated === undefined || stated === meant) return;
    const inSource = meant === undefined ? 'is missing' : `is ${quote(meant)}`;
    messages.push(`'${field}' is ${quote(stated)} here, but in the source it ${inSource}; ${REMEDY}`);
  };
  compare('kind', yaml?.kind ?? indexed?.kind, source.kind);
  compare('version', yaml?.version, source.version);
  compare('domain', yaml?.domain, source.domain);
  compare('description', toLine(yaml?.description ?? '') || undefined, toLine(source.description));
  const edges = compiledEdges(compiled);
  const extra = findMissing(edges, source.edges);
  if (extra !== undefined) messages.push(`the source has no edge ${show(extra)}; ${REMEDY}`);
  const meant = source.edges.filter(({ verb }) => verbs.has(verb));
  const missing = findMissing(meant, edges);
  if (missing !== undefined) messages.push(`the edge ${show(missing)} of the source is missing; ${REMEDY}`);
  if (messages.length === 0) {
    const older = findOlderText(source, compiled, sections);
    if (older !== undefined) messages.push(`${older}; ${REMEDY}`);
  }
  return messages;
}

/** Whether the chunks are of another text of the source; the hash says it exactly. */
function findOlderText(
  { id, hash }: SourceFacts & { readonly hash: string },
  { yaml }: CompiledAtom,
  sections: CopiedSections,
): string | undefined {
  if (yaml?.sourceHash !== undefined) {
    return yaml.sourceHash === hash ? undefined : 'the source has changed since it was compiled';
  }
  const heading = sections.findStale(id);
  return heading === undefined ? undefined : `the text of ${quote(heading)} in the source is another one`;
}

/** The first edge that is not among the others. */
function findMissing(edges: readonly BareEdge[], others: readonly BareEdge[]): BareEdge | undefined {
  const known = new Set(others.map(toKey));
  return edges.find((edge) => !known.has(toKey(edge)));
}

function toKey({ verb, target }: BareEdge): string {
  return `${verb} ${target}`;
}

function show(edge: BareEdge): string {
  return quote(toKey(edge));
}
