// The evidence about an installed version: its signers, the proofs of its logs, and the statements of its registry.
import type { RegistryClient } from '@prime-registry/client';
import type { Provenance } from '@prime-registry/protocol';
import { isLocal } from '../install/local/local-path.ts';
import type { ProofCache } from '../log/proof-cache.ts';
import type { RegistryLogs } from '../log/registry-logs.ts';
import { type LockedVersion, type ProvedLog, proveLocked } from '../log/verify-locked.ts';
import type { SignatureCache } from '../signatures/signature-cache.ts';
import { type VerifiedSignatures, verifySignatures } from '../signatures/verify-signatures.ts';
import { askForSignatures, findManifest } from './ask-registry.ts';

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
    ? verifySignatures(
        content,
        await askForSignatures(client, content, await listDigests(sources, name, log), signal),
      )
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

/** The digests of the manifest that signatures may be of: of what is installed, and of what logs prove. */
async function listDigests(
  { findManifestDigest }: EvidenceSources,
  name: string,
  log: ProvedLog,
): Promise<string[]> {
  const own = await findManifestDigest(name);
  const proved = [log.own, log.origin].flatMap((each) => (each ? [each.entry.manifest_sha256] : []));
  return own === undefined ? proved : [own, ...proved];
}

const NO_LOG: ProvedLog = { verdict: { state: 'no-log' } };
