// Before an install changes anything: who signed and published what it brings. What checks that is loaded only if something is
// signed, was signed before, or a policy asks for it; nobody else pays for it, and no registry is asked.
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Flags, flag } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { isMissing } from '../files/file-operations.ts';
import type { ProvedLog } from '../log/verify-locked.ts';
import type { InstallEvidence } from '../policy/enforce-install.ts';
import { configFolder } from '../settings/folders.ts';
import type { LogChecks } from './check-logs.ts';
import type { Target } from './look-up.ts';
import { projectPolicyPath, projectSignersPath } from './primes-folder.ts';

interface StagedInstall {
  /** Everything that will be locked. */
  readonly targets: readonly Target[];
  /** Those that are locked for the first time, or with other bytes. */
  readonly added: readonly Target[];
  /** Those that the command takes from this machine. */
  readonly local: readonly Target[];
  readonly checks: LogChecks;
  /** The folder with the new files of a Prime; undefined if those in the project stay. */
  readonly findStagingFolder: (name: string) => string | undefined;
}

/** Checks installs. */
export interface InstallGuard {
  /**
   * Finds who has signed what; undefined if nothing asks for that.
   * @throws ValidationError if a policy is not met, or a Prime has another signer than before
   */
  check(install: StagedInstall): Promise<InstallEvidence | undefined>;
}

/** The option of commands that install. */
export const ACCEPT_SIGNER_OPTION = flag(
  'Accept that Primes are signed by somebody else than before, or no longer',
);

/** The guard of a command. Nothing is read before it is needed. */
export function createInstallGuard(context: CommandContext, flags: Flags): InstallGuard {
  return {
    async check(install) {
      const { targets, added, local, checks } = install;
      const isAnnounced = added.some(({ news }) => (news?.manifest.signed_by ?? []).length > 0);
      if (!isAnnounced && !asksForSigners(context)) return undefined;
      const { enforceInstall } = await import('../policy/enforce-install.ts');
      return enforceInstall(context, {
        ...{ targets, flags, signal: context.signal },
        added: new Set(added.map(({ name }) => name)),
        local: new Set(local.map(({ name }) => name)),
        logs: new Map([...checks].map(([name, check]) => [name, toProved(check)])),
        findStagingFolder: install.findStagingFolder,
        acceptsSigner: flags['accept-signer'] === true,
        isOffline: flags.offline === true,
      });
    },
  };
}

/** Whether a policy, or an earlier signature, asks for something. */
export function asksForSigners({
  folder,
  environment,
}: Pick<CommandContext, 'folder' | 'environment'>): boolean {
  const own = configFolder(environment);
  const files = [projectSignersPath(folder), projectPolicyPath(folder), join(own, 'policy.yaml')];
  // A link to nothing is there, too.
  const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return files.some(isThere) || mayHaveSigners(join(own, 'config.yaml'));
}

/** Whether settings may name files of signers. Reading them properly takes a parser, which few installs need. */
function mayHaveSigners(path: string): boolean {
  try {
    // A backslash can begin another spelling of the key.
    return /signers|\\/.test(readFileSync(path, 'utf8'));
  } catch (error) {
    return !isMissing(error);
  }
}

function toProved(check: LogChecks extends ReadonlyMap<string, infer Check> ? Check : never): ProvedLog {
  const origin = check.origin && { ...pick(check.origin), registry: check.origin.registry };
  if (check.state === 'logged') {
    const own = pick(check);
    const verdict = { state: 'logged', index: own.index, origin: own.head.origin } as const;
    return { verdict, own, ...(origin && { origin }) };
  }
  if (origin === undefined) return { verdict: { state: check.state } };
  return { verdict: { state: 'logged', index: origin.index, origin: origin.head.origin }, origin };
}

function pick({ index, entry, head }: NonNullable<ProvedLog['own']>): NonNullable<ProvedLog['own']> {
  return { index, entry, head };
}
