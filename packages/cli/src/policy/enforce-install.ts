// Who signed and published what an install brings: nothing is changed unless the rules are met, and a Prime keeps its signers.
import { toPrintable, UsageError } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { CommandContext } from '../command.ts';
import { ignore, isA } from '../errors/expected.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { isLocal } from '../install/local/local-path.ts';
import type { Target } from '../install/look-up.ts';
import { primeFolder } from '../install/tree/installed-tree.ts';
import { ProofCache, proofFolder } from '../log/proof-cache.ts';
import { openRegistryLogs } from '../log/registry-logs.ts';
import type { ProvedLog } from '../log/verify-locked.ts';
import { openClients } from '../registries/open-clients.ts';
import {
  type ProjectSigners,
  readProjectSigners,
  writeProjectSigners,
} from '../signatures/project-signers.ts';
import { SignatureCache } from '../signatures/signature-cache.ts';
import { compareSigners, type RefusedSigner } from './compare-signers.ts';
import type { EvidenceSources } from './evidence.ts';
import { type Examined, examine } from './examine.ts';
import { loadPolicies, type Policies } from './load-rules.ts';
import { findManifestDigest } from './manifest-digest.ts';
import { describeUnmet } from './show-unmet.ts';

/** An install before it changes anything. */
export interface InstallToCheck {
  /** Everything that will be locked. */
  readonly targets: readonly Target[];
  /** The names of those that are locked for the first time, or with other bytes. */
  readonly added: ReadonlySet<string>;
  /** The names of those that the command itself takes from this machine. */
  readonly local: ReadonlySet<string>;
  /** What the logs have proved just now, by name. */
  readonly logs: ReadonlyMap<string, ProvedLog>;
  /** The folder with the new files of a Prime; undefined if those in the project stay. */
  readonly findStagingFolder: (name: string) => string | undefined;
  /** Whether another signer than before is accepted. */
  readonly acceptsSigner: boolean;
  readonly isOffline: boolean;
  readonly flags: Parameters<typeof openClients>[1];
  readonly signal: AbortSignal;
}

/** What was found. */
export interface InstallEvidence {
  /** The fingerprints of the keys that have signed, by name; only of what was looked at. */
  readonly signers: ReadonlyMap<string, readonly string[]>;
  /**
   * Remembers new signers, and forgets none: before the install, because a later one does not ask for those of what is locked.
   * @returns what takes that back if nothing was installed
   */
  remember(): Promise<() => Promise<void>>;
  /** Remembers the signers from now on, after the install, and says so. */
  keep(): Promise<void>;
}

/** Maximum number of versions whose evidence is asked for at the same time. */
const EVIDENCE_LIMIT = 8;

/** @throws ValidationError if a rule is not met, or a Prime has another signer than before */
export async function enforceInstall(
  context: CommandContext,
  install: InstallToCheck,
): Promise<InstallEvidence> {
  const { folder, terminal } = context;
  const [policies, known] = await Promise.all([loadPolicies(context), readProjectSigners(folder)]);
  const sources = await openSources(context, install);
  const found = await mapConcurrently(
    install.targets,
    { limit: EVIDENCE_LIMIT, signal: install.signal },
    (target, signal) => examineTarget(target, install, { policies, known, sources: { ...sources, signal } }),
  );
  const unmet = found.flatMap(({ target, unmet: wishes }) => wishes.map((wish) => ({ prime: target, wish })));
  if (unmet.length > 0) throw describeUnmet(unmet, 'Nothing was changed');
  const next = new Map(known);
  const refused: RefusedSigner[] = [];
  const notes: string[] = [];
  for (const { target, evidence, isDecided } of found) {
    if (evidence?.signatures === undefined || !install.added.has(target.name)) continue;
    const fingerprints = evidence.signatures.good.map(({ fingerprint }) => fingerprint);
    const verdict = compareSigners(target, known.get(target.name) ?? [], fingerprints, {
      accepts: install.acceptsSigner || isDecided,
      problem: evidence.signatures.problems[0],
    });
    if ('refused' in verdict) refused.push(verdict.refused);
    else next.set(target.name, verdict.signers);
    if ('note' in verdict && verdict.note !== undefined) notes.push(verdict.note);
  }
  if (refused.length > 0) throw explainRefused(refused);
  const signers = new Map(
    found.flatMap(({ target, evidence }) => {
      const good = evidence?.signatures?.good ?? [];
      return good.length === 0 ? [] : [[target.name, good.map(({ fingerprint }) => fingerprint)] as const];
    }),
  );
  return {
    signers,
    async remember() {
      await writeProjectSigners(folder, joinSigners(known, next));
      return () => writeProjectSigners(folder, known);
    },
    async keep() {
      for (const note of notes) terminal.note(toPrintable(note));
      for (const { cosigned } of found) if (cosigned) sources.proofs.keep(cosigned.key, cosigned.proof);
      sources.proofs.save();
      // Also of what is not locked any more: a version that requires less must not make the next signer a first one.
      await writeProjectSigners(folder, next);
    },
  };
}

/** The signers of both. */
function joinSigners(some: ProjectSigners, others: ProjectSigners): ProjectSigners {
  const joined = new Map(some);
  for (const [name, fingerprints] of others)
    joined.set(name, [...new Set([...(some.get(name) ?? []), ...fingerprints])]);
  return joined;
}

async function openSources(
  context: CommandContext,
  { targets, findStagingFolder, isOffline, flags, signal }: InstallToCheck,
): Promise<EvidenceSources> {
  const { folder, environment, terminal } = context;
  const onWarning = (text: string): void => terminal.warn(text);
  const looked = targets.flatMap(({ source }) => (source === undefined ? [] : [source.client]));
  // A lock file names registries, and only those of the settings are asked.
  const isAsked = !isOffline && looked.length !== targets.length;
  // Without registries there is what is stored.
  const clients = isAsked ? await openClients(context, flags).catch(ignore(isA(UsageError))) : looked;
  return {
    logs: await openRegistryLogs(context),
    proofs: new ProofCache(proofFolder(environment), { onWarning }),
    cache: new SignatureCache(environment, { onWarning }),
    findClient: (registry) => [...looked, ...(clients ?? [])].find(({ baseUrl }) => baseUrl === registry),
    findManifestDigest: (name) => findManifestDigest(findStagingFolder(name) ?? primeFolder(folder, name)),
    signal,
  };
}

/** One version of the install. */
interface Found extends Examined {
  readonly target: Target;
}

async function examineTarget(
  target: Target,
  { added, local, logs }: InstallToCheck,
  { policies, known, sources }: { policies: Policies; known: ProjectSigners; sources: EvidenceSources },
): Promise<Found> {
  // Anyone who names a folder on the command line knows where it is from.
  if (isLocal(target.registry) && local.has(target.name)) return { target, unmet: [], isDecided: false };
  const isAnnounced = (target.news?.manifest.signed_by ?? []).length > 0;
  const isFresh = added.has(target.name) && (isAnnounced || known.has(target.name));
  const examination = {
    ...{ prime: target, isFresh, wantsAll: false, log: logs.get(target.name) },
    // Then its registry is the one that was found, and not what a lock file says.
    isLookedUp: target.source !== undefined,
  };
  return { target, ...(await examine(examination, policies, sources)) };
}

function explainRefused(refused: readonly RefusedSigner[]): ValidationError {
  const problems = refused.map(({ name, message }) => ({ field: name, message }));
  return new ValidationError('another signer than before. Nothing was changed', problems, {
    code: 'signer_changed',
    hint: 'ask the publisher whether that is intended; --accept-signer accepts it from then on. .primes/signers.txt has the signers so far',
  });
}
