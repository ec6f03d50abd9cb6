// Checks the files of an installed server while it already answers requests.
import { findDamageInTurns } from '@prime-registry/launch/broken-installation';

/**
 * A missing thread would only be noticed by the first large publish.
 * @throws Error if the installation is damaged
 */
export async function requireWholeInstallation(): Promise<void> {
  const damage = await findDamageInTurns();
  if (damage !== undefined) throw new Error(damage);
}
