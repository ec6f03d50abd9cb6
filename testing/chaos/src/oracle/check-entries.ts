// Checks what the entries of the log say: each version has exactly one that tells its digest, and yanks and removals are
// those of the versions.

import { describe, MOVER, mayBeThere, type VersionEntry } from '../model/ledger.ts';
import { identityOf } from '../model/precedence.ts';
import type { World } from '../world.ts';

/** What the entries say about a version in the end. */
interface Logged {
  readonly version: string;
  readonly sha256: string;
  count: number;
  isYanked: boolean;
  isRemoved: boolean;
}

interface SaidEntry {
  readonly type: string;
  readonly name?: string;
  readonly version?: string;
  readonly sha256?: string;
  readonly previous?: object;
}

/** Compares the entries with the versions, all of which were read before. */
export function checkEntries(world: World, entries: readonly Buffer[]): void {
  const logged = readLogged(world, entries);
  for (const entry of world.ledger.entries) {
    const said = logged.get(describe(entry));
    logged.delete(describe(entry));
    const problem = findProblem(entry, said);
    if (problem !== undefined) world.violate(`${describe(entry)} ${problem}`);
  }
  for (const [key, { count }] of logged) {
    if (!key.startsWith(`${MOVER} `)) world.violate(`${key} is in the log, and nobody published it`);
    else if (count !== 1) world.violate(`${key} is in the log ${count} times`);
  }
}

function readLogged(world: World, entries: readonly Buffer[]): Map<string, Logged> {
  const logged = new Map<string, Logged>();
  for (const [index, bytes] of entries.entries()) {
    const {
      type,
      name = '',
      version = '',
      sha256 = '',
      previous,
    } = JSON.parse(bytes.toString()) as SaidEntry;
    if ((type === 'begin') !== (index === 0 || previous !== undefined))
      world.violate(`the entry #${index} of the log is ${bytes}`);
    const key = `${name} ${identityOf(version)}`;
    const known = logged.get(key);
    if (type === 'publish') {
      if (known === undefined)
        logged.set(key, { version, sha256, count: 1, isYanked: false, isRemoved: false });
      else known.count += 1;
    } else if (type === 'yank' || type === 'unyank' || type === 'remove') {
      if (known === undefined || known.isRemoved)
        world.violate(`the entry #${index} of the log is of a version that is not there: ${bytes}`);
      else if (type === 'remove') known.isRemoved = true;
      else known.isYanked = type === 'yank';
    }
  }
  return logged;
}

/** What is wrong with the entries of a version, as the end of a sentence. */
function findProblem(
  { fact, attempts, yank, removal }: VersionEntry,
  said: Logged | undefined,
): string | undefined {
  if (fact === undefined) {
    const isOpen = attempts.some(mayBeThere);
    return said === undefined || isOpen ? undefined : 'is in the log, and does not exist';
  }
  if (said === undefined) return 'is not in the log';
  if (said.count !== 1) return `is in the log ${said.count} times`;
  if (said.version !== fact.version || said.sha256 !== fact.sha256)
    return `is in the log as ${said.version} with the digest ${said.sha256}`;
  if (removal === 'acknowledged' && !said.isRemoved) return 'is removed, and the log does not say so';
  if (removal === 'none' && said.isRemoved) return 'is there, and the log says that it was removed';
  const isKnownYank = removal === 'none' && (yank === 'none' || yank === 'acknowledged');
  if (isKnownYank && said.isYanked !== (yank === 'acknowledged'))
    return `is ${said.isYanked ? '' : 'not '}yanked according to the log`;
  return undefined;
}
