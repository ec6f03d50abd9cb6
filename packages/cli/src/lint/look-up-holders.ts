// Asks registries which Primes have some atoms. A registry that does not answer is left out: lint works without.
import { isAborted, isNotFound, type RegistryClient } from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { Copy, Holder } from '@prime-registry/lint';
import { scopeOf } from '@prime-registry/protocol';
import { isFollowed } from '../registries/project-trust.ts';
import type { RegistryAccess } from '../registries/registry-access.ts';
import type { Holders } from './holders.ts';
import { toBatches } from './lookup-batches.ts';

/** What to look up, and where. */
export interface HolderQuery {
  readonly access: Pick<RegistryAccess, 'settings' | 'clientFor'>;
  /** The registry that the Prime would be published to: only that one learns the ids of its atoms. */
  readonly target: RegistryClient | undefined;
  /** The Prime itself, which is left out. */
  readonly name: string;
  readonly ownIds: readonly string[];
  /** Keys of what its atoms say. */
  readonly ownContents: readonly string[];
  /** Targets of edges that leave the Prime. */
  readonly targets: readonly string[];
  readonly signal: AbortSignal;
}

const AT_A_TIME = 4;

/** Looks atoms up, with one request for every hundred. @throws the reason of the signal */
export async function lookUpHolders(query: HolderQuery): Promise<Holders> {
  const { target, ownIds, ownContents, targets, name, signal } = query;
  const found = new Map<string, readonly Holder[]>();
  const failed = new Map<string, string>();
  const asked = new Set<string>();

  const ask = async (registry: RegistryClient, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0 || failed.has(registry.baseUrl)) return;
    try {
      const answers = await mapConcurrently(toBatches(ids), { limit: AT_A_TIME }, (batch) =>
        registry.lookUpAtoms(batch, { signal }),
      );
      asked.add(registry.baseUrl);
      for (const { id, primes } of answers.flatMap(({ atoms }) => atoms)) {
        const others = primes.filter((prime) => prime.name !== name);
        if (others.length > 0 && !found.has(id)) found.set(id, others);
      }
    } catch (error) {
      if (isAborted(error) && signal.aborted) throw error;
      const reason = isNotFound(error) ? 'has no index of atoms' : toReason(error);
      failed.set(registry.baseUrl, `${registry.baseUrl} ${reason}`);
    }
  };

  if (target !== undefined) await ask(target, ownIds);
  const copies =
    target === undefined || failed.has(target.baseUrl)
      ? new Map<string, readonly Copy[]>()
      : await lookUpCopies(target, ownContents, signal);
  const own = new Set(ownIds);
  for (const [registry, ids] of placeTargets(
    query,
    targets.filter((id) => !own.has(id)),
  )) {
    await ask(
      registry,
      ids.filter((id) => !found.has(id)),
    );
  }
  return {
    holdersOf: (atomId) => found.get(atomId) ?? [],
    copiesOf: (contentKey) => copies.get(contentKey) ?? [],
    isComplete: failed.size === 0 && asked.size > 0,
    asked: [...asked],
    notes: [...failed.values()],
  };
}

/** Nothing from a registry that does not know content keys: an earlier one refuses a lookup without ids. */
async function lookUpCopies(
  registry: RegistryClient,
  contents: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, readonly Copy[]>> {
  const copies = new Map<string, readonly Copy[]>();
  try {
    const answers = await mapConcurrently(toBatches([...new Set(contents)]), { limit: AT_A_TIME }, (batch) =>
      registry.lookUpCopies(batch, { signal }),
    );
    for (const answer of answers)
      for (const { content, atoms } of answer.copies ?? []) copies.set(content, atoms);
  } catch (error) {
    if (isAborted(error) && signal.aborted) throw error;
  }
  return copies;
}

/** Who is asked about which targets, in this order: the pin of a scope alone, or else every registry. */
function placeTargets(
  { access: { settings, clientFor } }: HolderQuery,
  targets: readonly string[],
): [RegistryClient, string[]][] {
  const pinned = new Map<string, string[]>();
  const free: string[] = [];
  for (const id of targets) {
    const pin = settings.pins.get(scopeOf(id));
    if (pin === undefined) free.push(id);
    // Nobody is asked about a scope whose pin does not apply.
    else if (isFollowed(pin, settings)) pinned.set(pin.registry, [...(pinned.get(pin.registry) ?? []), id]);
  }
  return [
    ...Array.from(pinned, ([registry, ids]): [RegistryClient, string[]] => [clientFor(registry), ids]),
    ...settings.registries.map((registry): [RegistryClient, string[]] => [clientFor(registry), free]),
  ];
}

function toReason(error: unknown): string {
  return `could not be asked: ${error instanceof Error ? error.message : String(error)}`;
}
