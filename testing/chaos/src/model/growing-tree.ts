// The Merkle tree of all entries of a log that were read, with the root of every size that it had.
import { createHash } from 'node:crypto';
import { hashLeaf, hashNode } from 'prime-conformance/log';

export class GrowingTree {
  readonly #entries: Buffer[] = [];
  /** By size. */
  readonly #roots: Buffer[] = [createHash('sha256').digest()];
  /** The roots of the largest full subtrees, from the left. */
  #subtrees: { readonly size: number; readonly hash: Buffer }[] = [];

  get size(): number {
    return this.#entries.length;
  }

  get entries(): readonly Buffer[] {
    return this.#entries;
  }

  append(entry: Buffer): void {
    this.#entries.push(entry);
    let last = { size: 1, hash: hashLeaf(entry) };
    for (let left = this.#subtrees.at(-1); left?.size === last.size; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      last = { size: 2 * last.size, hash: hashNode(left.hash, last.hash) };
    }
    this.#subtrees.push(last);
    const [right, ...lefts] = this.#subtrees.map(({ hash }) => hash).reverse();
    if (right !== undefined) this.#roots.push(lefts.reduce((root, left) => hashNode(left, root), right));
  }

  /** The root that the tree had with so many entries; undefined if they were not read yet. */
  rootOf(size: number): Buffer | undefined {
    return this.#roots[size];
  }
}
