// The evidence about an installed version: its signers, the proofs of its logs, and the statements of its registry.
import { type RegistryClient, type RegistryManifest, RegistryRequestError } from '@prime-registry/client';
import type { Provenance } from '@prime-registry/protocol';
import { isLocal } from '../install/local/local-path.ts';
import type { ProofCache } from '../log/proof-cache.ts';
import type { RegistryLogs } from '../log/registry-logs.ts';
import { type LockedVersion, type ProvedLog, proveLocked } from '../log/verify-locked.ts';
import type { SignatureCache } from '../signatures/signature-cache.ts';
import {
  type SignedContent,
  type VerifiedSignatures,
  verifySignatures,
} from '../signatures/verify-signatures.ts';

/** What is known about one version. */
export interface Evidence {
  readonly prime: LockedVersion;
  /** Undefined if its registry was never asked. */
  readonly signatures: VerifiedSignatures | undefined;
  readonly log: ProvedLog;
  /** Whether only a mirror has said which log the registry behind it has: then it may have invented all of it. */
  readonly isOriginSaid: boolean;
  /** What the manifest says about the publisher; it counts only without a log. */
  readonly said: Provenance | undefined;
  /** Whether its registry has shown that it has these bytes: anybody can write its address into a lock file. */
  readonly isThere: boolean;
}

/** Where evidence is. */
export interface EvidenceSources {
  readonly logs: RegistryLogs;
  readonly proofs: ProofCache;
  readonly cache: SignatureCache;
  /** The client of a registry that may be asked for what is missing; undefined if none may. */
  readonly findClient: (registry: string) => RegistryClient | undefined;
  /** The digest of the pack.yaml in the tarball; undefined if there is none. */
  readonly findManifestDigest: (name: string) => Promise<string | undefined>;
  readonly signal: AbortSignal;
}

/** What to look for. */
export interface EvidenceQuery {
  readonly prime: LockedVersion;
  readonly wantsSignatures: boolean;
  /** Whether the log may be asked; what is in the cache is read in any case. */
  readonly wantsLog: boolean;
  readonly wantsPublisher: boolean;
  /** Whether it matters which registry has it. */
  readonly wantsRegistry: boolean;
  /** Whether its registry was asked for it just now. */
  readonly isLookedUp: boolean;
  /** What the logs prove, if that was found out just now. */
  readonly log?: ProvedLog | undefined;
  /** Whether the registry is asked again for what can change: signatures are added later, too. */
  readonly isFresh?: boolean;
}

/** Finds what is known about a version, and keeps what is new. @throws RegistryRequestError, CommandError of a log */
export async function findEvidence(query: EvidenceQuery, sources: EvidenceSources): Promise<Evidence> {
  const {
    prime,
    wantsSignatures,
    wantsLog,
    wantsPublisher,
    wantsRegistry,
    isLookedUp,
    isFresh = false,
  } = query;
  const { cache, signal } = sources;
  const { name, moved_to: ownName = name, version, sha256, registry } = prime;
  const findNobody = (): undefined => undefined;
  const [log = NO_LOG] =
    query.log === undefined
      ? await proveLocked([prime], { ...sources, ...(!wantsLog && { findClient: findNobody }) })
      : [query.log];
  const isOriginSaid = log.origin !== undefined && sources.logs.isMirrorsWord(log.origin.registry);
  if (isLocal(registry))
    return { prime, signatures: undefined, log, isOriginSaid, said: undefined, isThere: false };
  const key = { registry, name: ownName, version, sha256 };
  const stored = cache.find(key);
  const client = sources.findClient(registry);
  const asksSignatures =
    wantsSignatures && (isFresh || stored?.signatures === undefined) && client !== undefined;
  const content = { name: ownName, version, sha256 };
  const signatures = asksSignatures
    ? verifySignatures(content, await askForSignatures(client, content, sources, { name, log }))
    : stored?.signatures &&
      verifySignatures(
        content,
        stored.signatures.map(({ signature, manifest_sha256: digest }) => ({
          signature,
          manifestDigests: [digest],
        })),
      );
  const isUnlogged = log.verdict.state === 'no-log';
  const wasThere = isLookedUp || stored?.isThere === true || log.own !== undefined;
  const asksManifest =
    client !== undefined &&
    ((wantsPublisher && isUnlogged && stored?.provenance === undefined) || (wantsRegistry && !wasThere));
  const manifest = asksManifest ? await findManifest(client, content, signal) : undefined;
  const said = stored?.provenance ?? manifest?.provenance;
  const isThere = wasThere || manifest !== undefined;
  const isNewlyThere = wantsRegistry && isThere && stored?.isThere !== true;
  if (asksSignatures || asksManifest || isNewlyThere) {
    const known = asksSignatures ? signatures?.good.map((each) => each.stored) : stored?.signatures;
    cache.keep(key, {
      ...(known && { signatures: known }),
      ...(said !== undefined && { provenance: said }),
      ...(isThere && { isThere }),
    });
  }
  return { prime, signatures, log, isOriginSaid, said, isThere };
}

const NO_LOG: ProvedLog = { verdict: { state: 'no-log' } };

/** Asks for the signatures; a registry that knows none, or no such request, has none. */
async function askForSignatures(
  client: RegistryClient,
  { name, version }: { readonly name: string; readonly version: string },
  { findManifestDigest, signal }: EvidenceSources,
  { name: lockName, log }: { readonly name: string; readonly log: ProvedLog },
): Promise<{ signature: string; manifestDigests: readonly string[] }[]> {
  const own = await findManifestDigest(lockName);
  const proved = [log.own, log.origin].flatMap((each) => (each ? [each.entry.manifest_sha256] : []));
  const manifestDigests = own === undefined ? proved : [own, ...proved];
  try {
    const listed = await client.signatures(name, version, { signal });
    return listed.map(({ signature }) => ({ signature, manifestDigests }));
  } catch (error) {
    if (error instanceof RegistryRequestError && isUnknown(error)) return [];
    throw error;
  }
}

/** The manifest, if it is that of the bytes that are installed. */
async function findManifest(
  client: RegistryClient,
  { name, version, sha256 }: SignedContent,
  signal: AbortSignal,
): Promise<RegistryManifest | undefined> {
  try {
    const manifest = await client.manifest(name, version, { signal });
    return manifest.sha256 === sha256 ? manifest : undefined;
  } catch (error) {
    if (error instanceof RegistryRequestError && (error.status === 404 || error.status === 410))
      return undefined;
    throw error;
  }
}

/** Registries without signatures may answer anything to a path that they do not know, but they answer. */
function isUnknown({ reason, status = 0 }: RegistryRequestError): boolean {
  return reason === 'malformed' || (reason === 'status' && (status === 404 || status === 405));
}

/** Who published a version, and how much that is worth. */
export interface Publisher {
  readonly provenance: Provenance;
  /** The registry that says so. */
  readonly registry: string;
  /** Whether its log proves that it says so to everybody. */
  readonly isProved: boolean;
}

/** Who published a version; or why nobody knows. */
export function findPublisher({ prime, log, isOriginSaid, said }: Evidence): Publisher | string {
  const vouching = log.origin ?? (log.own && { ...log.own, registry: prime.registry });
  if (vouching !== undefined) {
    const { entry, registry } = vouching;
    // What another registry is said to have verified, that registry has to prove.
    const from = 'origin' in entry ? entry.origin : undefined;
    if (from !== undefined)
      return `${registry} has it from ${from}, and does not hand on the proof of that registry`;
    const { provenance } = entry;
    if (provenance === undefined) return 'the log does not say who published it';
    return isOriginSaid
      ? { provenance, registry: prime.registry, isProved: false }
      : { provenance, registry, isProved: true };
  }
  const { state, problem } = log.verdict;
  if (state !== 'no-log') return problem ?? 'the log of its registry does not prove it';
  if (said === undefined) return 'nothing says who published it';
  return { provenance: said, registry: prime.registry, isProved: false };
}
