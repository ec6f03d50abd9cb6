// The Primes that came from an upstream, whether it lists them or not: one whose versions were all removed is in no
// list of Primes, and its removals are followed as well.
import type { BindingStore } from '@prime-registry/store';
import { listAll } from '../../actions/maintenance/list-all.ts';

export interface BoundNamesDeps {
  readonly store: Pick<BindingStore, 'listBindings'>;
  /** Base URL of the upstream. */
  readonly origin: string;
}

const PAGE = 500;

/**
 * The names behind `after`, in their order.
 * @param scope - undefined for all
 */
export async function* listBoundNames(
  { store, origin }: BoundNamesDeps,
  scope: string | undefined,
  after = '',
): AsyncGenerator<string> {
  const beginning = scope === undefined ? '' : `${scope}/`;
  // Names of the scope come behind its beginning, which is no name.
  const begin = { name: after > beginning ? after : beginning };
  for await (const bound of listAll(begin, ({ name }) => store.listBindings(name, PAGE))) {
    if (!bound.name.startsWith(beginning)) return;
    if (bound.origin === origin) yield bound.name;
  }
}

/** Merges two sequences in ascending order. @returns each name once, and whether the first one has it */
export async function* mergeNames(
  listed: AsyncGenerator<string>,
  bound: AsyncGenerator<string>,
): AsyncGenerator<{ readonly name: string; readonly isListed: boolean }> {
  let [a, b] = [await listed.next(), await bound.next()];
  while (a.done !== true || b.done !== true) {
    const name = b.done === true || (a.done !== true && a.value <= b.value) ? String(a.value) : b.value;
    const isListed = a.done !== true && a.value === name;
    yield { name, isListed };
    if (b.done !== true && b.value === name) b = await bound.next();
    if (isListed) a = await listed.next();
  }
}
