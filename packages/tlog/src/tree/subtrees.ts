// Which subtrees a tree consists of, as numbers without hashes. Bit operators of JavaScript end at 32 bits, and
// sizes do not: hence divisions by powers of two, which are exact up to 2^53 - 1.
import { TlogError } from '../tlog-error.ts';

/** A full subtree: the 2^height leaves from position × 2^height. */
export interface Subtree {
  readonly height: number;
  readonly position: number;
}

/** Whether a number can be a size or an index of a tree: an integer from 0 to 2^53 - 1. */
export function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * The largest full subtrees of a tree, from the left, which is from the largest. Their heights are the ones of the
 * binary form of the size.
 * @throws {TlogError} The size is not an integer from 0 to 2^53 - 1.
 */
export function splitTree(size: number): Subtree[] {
  if (!isSize(size))
    throw new TlogError(`a tree cannot have the size ${size}: an integer below 2^53 is needed`);
  const subtrees: Subtree[] = [];
  let rest = size;
  for (let height = 0; rest > 0; height += 1) {
    // What is left of the size is the number of subtrees of this height.
    if (rest % 2 === 1) subtrees.push({ height, position: rest - 1 });
    rest = Math.floor(rest / 2);
  }
  return subtrees.reverse();
}

/** The subtree that has the same parent. */
function siblingOf({ height, position }: Subtree): Subtree {
  return { height, position: position % 2 === 0 ? position + 1 : position - 1 };
}

/**
 * What to hash with a subtree, from the bottom up, to reach the root of a tree: for each step the subtrees that
 * together are the sibling. That is one subtree, except for a sibling that the end of the tree cuts off.
 * The subtree must be inside the tree.
 */
export function pathToRoot(subtree: Subtree, size: number): (readonly Subtree[])[] {
  const parts = splitTree(size);
  const own = parts.findIndex((part) => covers(part, subtree));
  const top = parts[own]?.height ?? 0;
  const path: (readonly Subtree[])[] = [];
  for (let at = subtree; at.height < top; at = parentOf(at)) path.push([siblingOf(at)]);
  const right = parts.slice(own + 1);
  if (right.length > 0) path.push(right);
  for (const left of parts.slice(0, own).reverse()) path.push([left]);
  return path;
}

function parentOf({ height, position }: Subtree): Subtree {
  return { height: height + 1, position: Math.floor(position / 2) };
}

function covers(outer: Subtree, { height, position }: Subtree): boolean {
  return height <= outer.height && Math.floor(position / 2 ** (outer.height - height)) === outer.position;
}
