// The atoms of all Primes of a workspace: an edge to one of them leads somewhere, although its Prime may be published
// later.
import { once } from '../once.ts';
import { packPrime } from '../pack/pack-folder.ts';

/** What to read. */
interface WorkspaceFolders {
  /** Absolute paths of the Primes. */
  readonly folders: readonly string[];
  readonly allowedSecrets: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** Creates a function that reads the ids of all atoms at its first call: most workspaces never need them. */
export function createWorkspaceAtoms(workspace: WorkspaceFolders): () => Promise<ReadonlySet<string>> {
  return once(() => readIds(workspace));
}

async function readIds({ folders, allowedSecrets, signal }: WorkspaceFolders): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const folder of folders) {
    const { inventory } = await packPrime({ folder, allowedSecrets, signal });
    for (const { id } of inventory?.atoms ?? []) ids.add(id);
  }
  return ids;
}
