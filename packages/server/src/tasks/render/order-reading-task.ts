// The atoms of a version in reading order, without texts.
import { type OrderedAtom, orderForReading } from '@prime-registry/knowledge';
import { decodeLinkedAtom, type GraphRow } from '@prime-registry/store';
import { AnchorClaims, cutText, encodeShownEdges, type Reading, type ReadingAtom } from '@prime-registry/web';

/** Longest label and description, in characters. */
const [MAX_LABEL_LENGTH, MAX_DESCRIPTION_LENGTH] = [160, 2000];
/** The size of an atom without description and edges, in characters. */
const ATOM_SIZE = 500;

/** Orders the atoms of a version: {@link add} them, then {@link finish}. */
export class OrderReadingTask {
  readonly #atoms = new Map<string, Omit<ReadingAtom, 'anchor'>>();
  readonly #linked: OrderedAtom[] = [];
  readonly #tokens = { summary: 0, core: 0, full: 0 };

  add(rows: readonly GraphRow[]): void {
    for (const row of rows) {
      const { id, kind, label, description, tokens, edges } = decodeLinkedAtom(row);
      this.#atoms.set(id, {
        ...{ id, kind, tokens },
        label: cutText(label ?? id.slice(id.indexOf('/') + 1), MAX_LABEL_LENGTH),
        description: cutText(description, MAX_DESCRIPTION_LENGTH),
        edges: encodeShownEdges(edges),
      });
      this.#linked.push({ id, edges: edges.filter(({ standing }) => standing === 'inside') });
      this.#tokens.summary += tokens.summary;
      this.#tokens.core += tokens.core;
      this.#tokens.full += tokens.full;
    }
  }

  finish(): Reading {
    const anchors = new AnchorClaims();
    const atoms = orderForReading(this.#linked).flatMap((id) => {
      const atom = this.#atoms.get(id);
      return atom === undefined ? [] : [{ ...atom, anchor: anchors.claim(id) }];
    });
    const size = atoms.reduce(
      (sum, { description, edges }) => sum + ATOM_SIZE + description.length + edges.length,
      ATOM_SIZE,
    );
    return { atoms, tokens: this.#tokens, size };
  }
}
