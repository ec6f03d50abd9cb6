// Reads `compiled/_index.xml`: all atoms of the Prime in one file, with kinds and edges.
import { quote } from '@prime-registry/protocol';
import type { BareEdge, FileProblem } from '../atom.ts';
import { isAtomId } from '../atom-id.ts';
import { LineIndex } from '../language/line-index.ts';
import { MAX_ATOMS, MAX_EDGES, MAX_PROBLEMS } from '../limits.ts';
import { toLine } from '../text/cut-text.ts';
import { readCompiledEdge, readKind } from './compiled-edge.ts';
import { readXml } from './xml-reader.ts';

export interface IndexedAtom {
  readonly id: string;
  readonly kind: string | undefined;
  readonly edges: readonly BareEdge[];
  /** The beginning of its description, cut by the compiler. */
  readonly teaser: string;
}

const MAX_TEASER_LENGTH = 500;

/** Reads an index, as far as it is readable. Never throws. */
export function readIndex(text: string): { atoms: IndexedAtom[]; problems: FileProblem[] } {
  const atoms = new Map<string, IndexedAtom>();
  const problems: FileProblem[] = [];
  const lines = new LineIndex(text);
  const report = (severity: 'error' | 'warning', offset: number, message: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ severity, ...lines.positionOf(offset), message });
  };
  let current: { atom: IndexedAtom; edges: BareEdge[]; teaser: string } | undefined;

  const openAtom = (attributes: ReadonlyMap<string, string>, offset: number): void => {
    const id = attributes.get('id') ?? '';
    if (!isAtomId(id))
      report('error', offset, `${quote(id)} is not a valid atom id; compile the sources again`);
    else if (atoms.has(id)) report('warning', offset, `${quote(id)} is there twice; the first one is used`);
    else if (atoms.size === MAX_ATOMS) report('error', offset, `only the first ${MAX_ATOMS} atoms are read`);
    else {
      const edges: BareEdge[] = [];
      const atom = { id, kind: readKind(attributes.get('kind')), edges, teaser: '' };
      current = { atom, edges, teaser: '' };
      atoms.set(id, atom);
    }
  };

  const wrong = readXml(text, {
    onOpen(name, attributes, offset) {
      if (name === 'atom') openAtom(attributes, offset);
      else if (name === 'edge' && current !== undefined && current.edges.length < MAX_EDGES) {
        const edge = readCompiledEdge(attributes.get('type'), attributes.get('target'));
        if (edge === undefined) report('warning', offset, 'this edge has no valid type and target');
        else current.edges.push(edge);
      }
    },
    onText(given) {
      if (current !== undefined && current.teaser.length < MAX_TEASER_LENGTH) {
        current.teaser += given.slice(0, MAX_TEASER_LENGTH);
      }
    },
    onClose(name) {
      if (name !== 'atom' || current === undefined) return;
      const { atom, teaser } = current;
      atoms.set(atom.id, { ...atom, teaser: toLine(teaser) });
      current = undefined;
    },
  });
  if (wrong !== undefined) report('error', wrong.offset, wrong.message);
  return { atoms: [...atoms.values()], problems };
}
