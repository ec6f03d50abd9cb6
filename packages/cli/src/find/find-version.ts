// A version to look at, not to install: one that was yanked can still be seen by whoever names it exactly.
import {
  type PrimeSpec,
  type RegistryClient,
  type RegistryManifest,
  ResolutionError,
} from '@prime-registry/client';
import type { Registries } from '../registries/open-registries.ts';

/** A version, and who has it. */
export interface FoundVersion {
  readonly registry: RegistryClient;
  readonly manifest: RegistryManifest;
}

/** Finds the version that a range stands for; an exact one also when it is yanked. @throws as the resolver does */
export async function findVersion(
  { ordered, pins, resolver }: Registries,
  { name, range }: PrimeSpec,
  signal: AbortSignal,
): Promise<FoundVersion> {
  try {
    const { registry, manifest } = await resolver.resolve(name.full, range, { signal });
    return { registry, manifest };
  } catch (error) {
    if (!(error instanceof ResolutionError) || error.reason !== 'yanked') throw error;
    // Who answered was asked last.
    const owner = error.registries.at(-1);
    const registry = [...ordered, ...pins.values()].find(({ baseUrl }) => baseUrl === owner);
    if (registry === undefined) throw error;
    return { registry, manifest: await registry.manifest(name.full, error.range, { signal }) };
  }
}
