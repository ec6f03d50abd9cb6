// The rules that apply in a project: those of the user, and those of the project, which can only ask for more.
import { lstatSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { AllowedSigner } from '@prime-registry/sshsig';
import type { CommandContext } from '../command.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { findText } from '../files/settings-text.ts';
import { projectPolicyPath } from '../install/primes-folder.ts';
import { configFolder } from '../settings/folders.ts';
import { userSettingsPath } from '../settings/settings.ts';
import { readSettings } from '../settings/settings-file.ts';
import { readAllowedSigners } from '../signatures/allowed-signers.ts';
import { parsePolicyFile } from './policy-file.ts';
import type { PolicyRule } from './policy-rule.ts';

/** The rules of a command. */
export interface Policies {
  /** Of the user: the policy, and the files of signers in the settings. */
  readonly user: readonly PolicyRule[];
  readonly project: readonly PolicyRule[];
  /** What the files say that rules name, by path. */
  readonly allowedSigners: ReadonlyMap<string, readonly AllowedSigner[]>;
}

/** The path of a user's policy. */
function userPolicyPath(folder: string): string {
  return join(folder, 'policy.yaml');
}

/** Reads everything. @throws ValidationError if a file is not valid, or not there */
export async function loadPolicies({
  folder,
  environment,
}: Pick<CommandContext, 'folder' | 'environment'>): Promise<Policies> {
  const own = configFolder(environment);
  const [settingRules, user, project] = await Promise.all([
    readSettingRules(userSettingsPath(own)),
    readRules(userPolicyPath(own), undefined),
    readRules(projectPolicyPath(folder), folder),
  ]);
  const policies = { user: [...settingRules, ...user], project };
  const files = new Set(
    [...policies.user, ...project].flatMap(({ wishes }) =>
      wishes.flatMap((wish) => (wish.kind === 'signed-by' ? wish.files : [])),
    ),
  );
  const allowedSigners = new Map<string, readonly AllowedSigner[]>();
  for (const path of files) allowedSigners.set(path, await readAllowedSigners(path));
  return { ...policies, allowedSigners };
}

async function readRules(path: string, project: string | undefined): Promise<PolicyRule[]> {
  const text = await findText(path);
  if (text === undefined) {
    requireNoLink(path);
    return [];
  }
  const shown = project === undefined ? path : relative(project, path).replaceAll('\\', '/');
  return parsePolicyFile(path, shown, text);
}

/** A policy that is not there must not look like one that asks for nothing. */
function requireNoLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  throw new ValidationError(`${path} is a link to a file that is not there`);
}

/** `signers.@acme` of the settings is a rule: all Primes of @acme must be signed by one of the file. */
async function readSettingRules(path: string): Promise<PolicyRule[]> {
  const { signers } = await readSettings(path);
  return [...(signers ?? [])].map(([scope, { path: file, line }]) => ({
    ...{ file: path, line, primes: [`${scope}/*`] },
    wishes: [{ kind: 'signed-by', file: path, line, fingerprints: [], files: [file] }],
  }));
}
