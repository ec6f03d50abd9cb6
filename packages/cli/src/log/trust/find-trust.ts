// Which key may sign for the log of a registry. One's own policy decides, then what this user has trusted before, then the
// project's file, which is untrusted: it never overrides the user. Without any of these, the first key that is seen.
import { type ReadHead, readUntrustedHead, trustKeys, trustPolicy } from '@prime-registry/client';
import type { Policy } from '@prime-registry/tlog';
import { CommandError } from '../../errors/command-error.ts';
import { NODE_CRYPTO } from '../node-crypto.ts';
import type { KnownLog } from '../state/known-logs.ts';

/** What a user and a project say about the log of a registry. */
export interface TrustSources {
  /** The user's own policy (C2SP tlog-policy). */
  readonly policy: Policy | undefined;
  readonly known: KnownLog | undefined;
  /** The keys in the project's file. */
  readonly project: readonly string[] | undefined;
}

/** Who may sign for a registry. */
export interface LogTrust {
  readonly readHead: ReadHead;
  /** The same without witnesses: the log has signed it, and they may not have cosigned it yet. */
  readonly readSignedHead: ReadHead;
  /** The trusted keys; none if the policy names the registry. */
  readonly vkeys: readonly string[];
  readonly source: 'policy' | 'user' | 'project' | 'first-use';
}

/**
 * The trust in the log of a registry; undefined if nothing says that it has one.
 * @throws CommandError if the project has another key than the first one that this user has seen: one of both has met
 *   an impostor
 */
export function findTrust(registry: string, { policy, known, project }: TrustSources): LogTrust | undefined {
  const isNamed = policy?.logs.some(({ url }) => url !== undefined && isLogOf(url, registry)) === true;
  if (policy !== undefined && isNamed) return { ...readersOf(policy), vkeys: [], source: 'policy' };
  if (known !== undefined) {
    if (known.source !== 'user' && known.source !== 'rotation' && project !== undefined)
      requireShared(registry, known.vkeys, project);
    return { ...preferPolicy(policy, known.vkeys), vkeys: known.vkeys, source: 'user' };
  }
  return project && { ...preferPolicy(policy, project), vkeys: project, source: 'project' };
}

/** Heads of logs that the policy names are judged by it, others by the keys. */
export function preferPolicy(policy: Policy | undefined, vkeys: readonly string[]): HeadReaders {
  const byKeys = trustKeys(vkeys, NODE_CRYPTO);
  if (policy === undefined) return { readHead: byKeys, readSignedHead: byKeys };
  const byPolicy = readersOf(policy);
  const names = new Set(policy.logs.map(({ key }) => key.name));
  const isNamed = (note: string): boolean => names.has(readUntrustedHead(note)?.origin ?? '');
  return {
    readHead: (note) => (isNamed(note) ? byPolicy.readHead(note) : byKeys(note)),
    readSignedHead: (note) => (isNamed(note) ? byPolicy.readSignedHead(note) : byKeys(note)),
  };
}

type HeadReaders = Pick<LogTrust, 'readHead' | 'readSignedHead'>;

function readersOf(policy: Policy): HeadReaders {
  return {
    readHead: trustPolicy(policy, NODE_CRYPTO),
    readSignedHead: trustPolicy({ ...policy, quorum: undefined }, NODE_CRYPTO),
  };
}

/** Whether the address of a log in a policy is that of the log of a registry. */
function isLogOf(url: string, registry: string): boolean {
  return url.replace(/\/$/, '') === `${registry}/-/log`;
}

function requireShared(registry: string, own: readonly string[], project: readonly string[]): void {
  if (own.some((vkey) => project.includes(vkey))) return;
  throw new CommandError(
    `the project says that the log of ${registry} is signed by ${project.join(' or ')}, and you saw it first with the key ${own.join(' or ')}`,
    {
      code: 'log_key_conflict',
      hint: `ask the operator which key is right, and run 'prime log trust ${registry} <key>'; if it is yours, correct .primes/logs.txt`,
    },
  );
}
