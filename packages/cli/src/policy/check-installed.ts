// What is known about the locked Primes, and which rules they do not meet: for `prime verify` and `prime policy check`.
import type { RegistryClient } from '@prime-registry/client';
import type { Flags } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { VerifierKey } from '@prime-registry/tlog';
import type { CommandContext } from '../command.ts';
import { projectSignersPath } from '../install/primes-folder.ts';
import { primeFolder } from '../install/tree/installed-tree.ts';
import { ProofCache, proofFolder } from '../log/proof-cache.ts';
import { openRegistryLogs } from '../log/registry-logs.ts';
import type { LockedVersion } from '../log/verify-locked.ts';
import { openClients } from '../registries/open-clients.ts';
import { type ProjectSigners, readProjectSigners } from '../signatures/project-signers.ts';
import { SignatureCache } from '../signatures/signature-cache.ts';
import type { EvidenceSources } from './evidence.ts';
import { type Examined, examine } from './examine.ts';
import type { UnmetWish } from './judge.ts';
import { loadPolicies, type Policies } from './load-rules.ts';
import { findManifestDigest } from './manifest-digest.ts';
import { type PrimeTrust, toPrimeTrust } from './prime-trust.ts';

/** Maximum number of versions that are examined at the same time. */
const LIMIT = 8;

/** Examines locked Primes, in their order; offline unless the flag `online` is set. */
export async function checkInstalled(
  context: CommandContext,
  flags: Flags,
  primes: readonly LockedVersion[],
): Promise<PrimeTrust[]> {
  const { folder, environment, signal } = context;
  const [policies, known] = await Promise.all([loadPolicies(context), readProjectSigners(folder)]);
  const clients: readonly RegistryClient[] = flags.online === true ? await openClients(context, flags) : [];
  const sources: EvidenceSources = {
    logs: await openRegistryLogs(context),
    proofs: new ProofCache(proofFolder(environment)),
    cache: new SignatureCache(environment),
    findClient: (registry) => clients.find(({ baseUrl }) => baseUrl === registry),
    findManifestDigest: (name) => findManifestDigest(primeFolder(folder, name)),
    signal,
  };
  const witnesses = listWitnesses(policies, sources);
  const checked = await mapConcurrently(primes, { limit: LIMIT, signal }, async (prime, end) => {
    const examination = { prime, isLookedUp: false, isFresh: false, wantsAll: true };
    const found = await examine(examination, policies, { ...sources, signal: end });
    if (found.cosigned) sources.proofs.keep(found.cosigned.key, found.cosigned.proof);
    const unmet = [...found.unmet, ...compareWithKnown(prime, found, known)];
    return toPrimeTrust(prime, found.evidence, unmet, witnesses);
  });
  sources.proofs.save();
  return checked;
}

/** A Prime that was signed must have one of its signers, if its signatures are here. */
function compareWithKnown(
  { name }: LockedVersion,
  { evidence, isDecided }: Examined,
  known: ProjectSigners,
): UnmetWish[] {
  const signers = known.get(name);
  const good = evidence?.signatures?.good;
  if (signers === undefined || good === undefined || isDecided) return [];
  if (good.some(({ fingerprint }) => signers.includes(fingerprint))) return [];
  const listed = good.map(({ fingerprint }) => fingerprint).join(', ');
  return [
    {
      ...{ file: projectSignersPath('.'), line: 1, kind: 'signed-by' },
      wanted: `signed by ${signers.join(' or ')}`,
      found: listed === '' ? 'it is not signed' : `it is signed by ${listed}`,
    },
  ];
}

/** The witnesses that policies name. */
function listWitnesses({ user, project }: Policies, { logs }: EvidenceSources): VerifierKey[] {
  const inRules = [...user, ...project].flatMap(({ wishes }) =>
    wishes.flatMap((wish) => (wish.kind === 'witnessed' ? wish.witnesses : [])),
  );
  return [...inRules, ...(logs.policy?.witnesses ?? []).map(({ key }) => key)];
}
