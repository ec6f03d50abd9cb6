// Encodes an inventory as rows. It needs no database, so that it can run in another thread.
import { countKinds, type Inventory } from '@prime-registry/atoms';
import { type AtomAssessment, assessAtoms } from '@prime-registry/lint';
import type { AtomKeys, EncodedAtom, NewInventory, WantedAtom } from '../contracts/new-inventory.ts';
import { encodeContent, encodeTexts, textsKeyOf } from './encode-atom.ts';

/** Encodes one inventory. */
export class InventoryEncoder implements NewInventory {
  readonly #inventory: Inventory;
  readonly #assessment: AtomAssessment;
  #rows: EncodedAtom['content'][] = [];

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
    this.#assessment = assessAtoms(inventory);
  }

  get summary(): NewInventory['summary'] {
    const { atoms, problems, problemCount } = this.#inventory;
    const kinds = countKinds(atoms);
    return { atomCount: atoms.length, kinds, problems, problemCount, assessment: this.#assessment };
  }

  async listKeys(prime: string): Promise<AtomKeys[]> {
    const { atoms } = this.#inventory;
    const textsKeys = atoms.map(({ texts }) => textsKeyOf(prime, texts));
    this.#rows = atoms.map((atom, index) => encodeContent(prime, atom, textsKeys[index] ?? ''));
    return this.#rows.map(({ kind, key }, index) => ({ kind, key, textsKey: textsKeys[index] ?? '' }));
  }

  async encode(wanted: readonly WantedAtom[]): Promise<EncodedAtom[]> {
    return wanted.flatMap(({ index, withTexts }): EncodedAtom[] => {
      const [atom, content] = [this.#inventory.atoms[index], this.#rows[index]];
      if (atom === undefined || content === undefined) return [];
      return [{ content, texts: withTexts ? encodeTexts(atom.texts) : undefined }];
    });
  }
}
