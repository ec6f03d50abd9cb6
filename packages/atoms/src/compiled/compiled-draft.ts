// Makes a draft of an atom that has only the compiled form.
import { type AtomDraft, type BareEdge, TEXT_LEVELS } from '../atom.ts';
import { compareText } from '../hash/canonical-json.ts';
import { canonicalAtom, fingerprintFields, type Sha256 } from '../hash/content-hash.ts';
import { toLine } from '../text/cut-text.ts';
import { renderTexts } from '../text/render-texts.ts';
import type { CompiledAtom } from './compiled-prime.ts';

/** The kind if no file has one. */
const UNKNOWN_KIND = 'unknown';
/** The heading that compilers write: the name, then the kind. */
const HEADING = /^# ([A-Za-z][\w-]{0,127}) \[/;

/** The section in which compilers repeat the label. */
function findLabel(text = ''): string | undefined {
  const label = toLine(/^## Label\n([^\n]+)/m.exec(text)?.[1] ?? '');
  return label === '' || label.length > MAX_LABEL_LENGTH ? undefined : label;
}

/** Longer ones are no titles. */
const MAX_LABEL_LENGTH = 500;

/** Makes a draft. Each fact comes from the first file that has it: atom.yaml, graph.yaml, the index. */
export async function draftCompiled(atom: CompiledAtom, sha256: Sha256): Promise<AtomDraft> {
  const { id, path, yaml, indexed, texts } = atom;
  const kind = yaml?.kind ?? indexed?.kind ?? UNKNOWN_KIND;
  const name = HEADING.exec(texts.summary ?? texts.core ?? '')?.[1] ?? id.slice(id.indexOf('/') + 1);
  const facts = {
    version: yaml?.version,
    label: findLabel(texts.full ?? texts.core),
    description: yaml?.description ?? indexed?.teaser ?? '',
    domain: yaml?.domain,
    tags: [],
  };
  const edges = compiledEdges(atom);
  const fields: [string, string][] = [
    ['id', JSON.stringify(id)],
    ['description', JSON.stringify(facts.description)],
    ['relations', JSON.stringify(edges.map(({ verb, target }) => `${verb} ${target}`).toSorted(compareText))],
  ];
  if (facts.version !== undefined) fields.push(['version', JSON.stringify(facts.version)]);
  if (facts.domain !== undefined) fields.push(['domain', JSON.stringify(facts.domain)]);
  for (const level of TEXT_LEVELS) {
    const text = texts[level];
    if (text !== undefined) fields.push([level, JSON.stringify(text)]);
  }
  return {
    id,
    kind,
    name,
    ...facts,
    edges,
    origin: 'compiled',
    path,
    line: undefined,
    texts: { ...renderTexts({ name, kind, ...facts }, [], edges), ...texts },
    source: undefined,
    hash: await sha256(canonicalAtom({ kind, name, fields })),
    fields: fingerprintFields(fields),
  };
}

/** The edges, without duplicates. */
export function compiledEdges({ yaml, graphEdges, indexed }: CompiledAtom): BareEdge[] {
  const stated = yaml?.edges ?? graphEdges ?? indexed?.edges ?? [];
  return [...new Map(stated.map((edge) => [`${edge.verb} ${edge.target}`, edge])).values()];
}
