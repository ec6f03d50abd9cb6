// Warns of requirements that nobody could install. It is no error: Primes that require each other have to be published one
// after the other, and registries that are configured elsewhere may have what the ones here lack.
import type { Manifest } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { MANIFEST_FILE } from '../pack/read-manifest.ts';
import type { RegistryAccess } from '../registries/registry-access.ts';
import { describeLacking, tryResolve } from '../registries/try-resolve.ts';
import { warnAt } from '../terminal/warn-at.ts';

export interface RequirementCheck {
  readonly manifest: Pick<Manifest, 'name' | 'requires'>;
  /** The folder of the Prime; undefined for a tarball. */
  readonly folder: string | undefined;
  readonly access: Pick<RegistryAccess, 'settings' | 'clientFor'>;
  /** Primes that are published together with this one, and checked otherwise. */
  readonly siblings?: ReadonlySet<string> | undefined;
}

/** Asks the registries that an install would ask for each required Prime. */
export async function warnOfRequirements(
  { terminal, signal }: CommandContext,
  { manifest, folder, access, siblings }: RequirementCheck,
): Promise<void> {
  const own = manifest.name.full;
  const required = Object.entries(manifest.requires).flatMap(([name, range]) =>
    name !== own && siblings?.has(name) !== true ? [{ name, range }] : [],
  );
  for (const { name, range, lacking } of await tryResolve(access, required, signal)) {
    if (lacking === undefined) continue;
    const message = `requires ${name} ${range}, but ${describeLacking(lacking)}; until one does, nobody can install this version`;
    warnAt(terminal, folder, { path: MANIFEST_FILE, message });
  }
}
