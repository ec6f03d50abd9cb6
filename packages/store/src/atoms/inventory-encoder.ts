// Encodes an inventory as rows. It needs no database, so that it can run in another thread.
import { countKinds, type Inventory } from '@prime-registry/atoms';
import { type AtomAssessment, assessAtoms } from '@prime-registry/lint';
import type {
  AtomKeys,
  ContentRow,
  EncodedAtom,
  NewInventory,
  WantedAtom,
} from '../contracts/new-inventory.ts';
import { encodeTexts, textsKeyOf } from './atom-texts.ts';
import { encodeContent } from './encode-atom.ts';

/** Encodes one inventory. */
export class InventoryEncoder implements NewInventory {
  readonly #inventory: Inventory;
  readonly #assessment: AtomAssessment;
  #rows: ContentRow[] = [];

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
    const textsKeys = atoms.map((atom) => textsKeyOf(prime, atom));
    this.#rows = atoms.map((atom, index) => encodeContent(prime, atom, textsKeys[index] ?? ''));
    return this.#rows.map(({ kind, key }, index) => ({ kind, key, textsKey: textsKeys[index] ?? '' }));
  }

  async encode(wanted: readonly WantedAtom[]): Promise<EncodedAtom[]> {
    const encoded = wanted.flatMap(({ index, withTexts }): EncodedAtom[] => {
      const [atom, row] = [this.#inventory.atoms[index], this.#rows[index]];
      if (atom === undefined || row === undefined) return [];
      const content = Buffer.from(JSON.stringify(row));
      return [{ content, texts: withTexts ? encodeTexts(atom) : undefined }];
    });
    return shareMemory(encoded);
  }
}

/** The same in one piece of memory: another thread gets a copy of each piece. */
function shareMemory(atoms: readonly EncodedAtom[]): EncodedAtom[] {
  const sizeBytes = atoms.reduce((sum, { content, texts }) => sum + content.length + (texts?.length ?? 0), 0);
  const memory = new Uint8Array(sizeBytes);
  let end = 0;
  const move = (bytes: Uint8Array): Uint8Array => {
    memory.set(bytes, end);
    end += bytes.length;
    return memory.subarray(end - bytes.length, end);
  };
  return atoms.map(({ content, texts }) => ({ content: move(content), texts: texts && move(texts) }));
}
