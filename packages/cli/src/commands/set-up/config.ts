// `prime config`: shows the effective settings and their sources, and changes those in files.
import { resolve } from 'node:path';
import { flag, UsageError } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../../command.ts';
import { DONE, FAILED } from '../../exit-code.ts';
import { noteWait } from '../../install/project-lock/note-wait.ts';
import { changeSettings } from '../../settings/change-settings.ts';
import { CHOICES, isChoiceName } from '../../settings/choices.ts';
import { type ConfigList, listSettings, settingsFiles, showSettings } from '../../settings/config-list.ts';
import { loadSettings, type SettingSource } from '../../settings/load-settings.ts';
import { findDanger } from '../../settings/own-files.ts';
import { parseSettingKey } from '../../settings/parse-setting-key.ts';
import { readSettings } from '../../settings/settings-file.ts';

/** One setting; both are null when it is not set. */
export interface ConfigValue {
  readonly action: 'get';
  readonly key: string;
  readonly value: string | readonly string[] | null;
  readonly from: SettingSource | null;
}

export interface ConfigChange {
  readonly action: 'set' | 'unset';
  readonly key: string;
  readonly file: string;
  /** False if it was not set in that file. */
  readonly changed: boolean;
}

/** The result of `prime config`. */
export type ConfigResult = ConfigList | ConfigValue | ConfigChange;

export const config: Command<ConfigResult> = {
  usage: {
    parameters: ['<list|get|set|unset>', '[key]', '[value…]'],
    options: {
      'for-project': flag('Change .primes/config.yaml, which a team shares'),
    },
    details: [
      "The key 'registries' is the list of registries, in the order in which they are tried. A scope, such as " +
        '@acme, is also a key: it is pinned to one registry, and its Primes come only from there.',
      "'fallback' is 'version' (default): an exact version that the first registry with a name lacks may come from the " +
        "next one, with a warning; or 'name': it may not. 'not-found-pages' is 'refuse' (default) or 'allow': whether " +
        'a registry may answer 404 with an HTML page. The file of a project can only choose the stricter value.',
      "'max-tarball' (default 1GiB), 'max-unpacked' (4GiB) and 'max-entries' (100000) are the most that prime takes of one Prime from any registry. The file of a project can only lower them.",
      "'cafile' is a file of certificate authorities (PEM) that are trusted as well, such as that of your company. " +
        'It is only in your own settings.',
      "'log-policy' is a file of logs and witnesses that you trust (C2SP tlog-policy), instead of the first key that a log " +
        'shows. It is only in your own settings, too.',
      "'sign' is 'on-request' (default) or 'always': whether every publish is signed. 'signing-key' is the SSH key for that, " +
        "and 'signers.@acme' the file of those who may sign the Primes of @acme (allowed_signers of OpenSSH). Both are only " +
        'in your own settings. See docs/policy.md.',
      'The list comes from the first of these that has one: --remote, PRIME_REGISTRY, the project, your own ' +
        'settings. Pins of the project and your own pins apply together; yours take precedence. If ' +
        '--remote or PRIME_REGISTRY is given and does not have the registry of a pin of the project, requests ' +
        "for that scope fail. 'prime login' stores tokens.",
    ],
    examples: [
      'config list',
      'config set registries https://primes.example.com https://mirror.example.com',
      'config set @acme https://primes.acme.example --for-project',
      'config set fallback name',
      'config set max-unpacked 8GiB',
      'config set cafile company-ca.pem',
      'config set log-policy ./policy',
      'config set signing-key ~/.ssh/id_ed25519.pub',
      'config set signers.@acme ./allowed_signers',
      'config unset @acme',
    ],
  },

  async run(context, flags, [action, key, ...values]) {
    const isForProject = flags['for-project'] === true;
    const changes = action === 'set' || action === 'unset';
    if (isForProject && !changes) throw new UsageError("--for-project is only for 'set' and 'unset'");
    if (action !== 'set' && values[0] !== undefined) throw surplus(values[0]);
    if (action === 'list') {
      if (key !== undefined) throw surplus(key);
      return listSettings(context);
    }
    if (!changes && action !== 'get')
      throw new UsageError(`'${action}' is not one of list, get, set and unset`);
    if (key === undefined)
      throw new UsageError("<key> is missing; use 'registries' or a scope such as '@acme'");
    return changes ? change(context, { action, key, values, isForProject }) : get(context, key);
  },

  view(result) {
    if (result.action === 'list') return showSettings(result);
    if (result.action === 'get') return result.value === null ? '' : [result.value].flat().join('\n');
    const done = result.action === 'set' ? 'is set in' : 'is no longer set in';
    return `${result.key} ${result.changed ? done : 'was not set in'} ${result.file}`;
  },

  exitCode: (result) => (result.action === 'get' && result.value === null ? FAILED : DONE),
};

async function get(context: CommandContext, text: string): Promise<ConfigValue> {
  const key = parseSettingKey(text);
  const found = key.find(await loadSettings(context));
  return { action: 'get', key: key.name, value: found?.value ?? null, from: found?.from ?? null };
}

interface ChangeRequest {
  readonly action: 'set' | 'unset';
  readonly key: string;
  readonly values: readonly string[];
  readonly isForProject: boolean;
}

async function change(
  context: CommandContext,
  { action, key: text, values, isForProject }: ChangeRequest,
): Promise<ConfigChange> {
  const key = parseSettingKey(text);
  if (isForProject && isChoiceName(text) && values[0] === CHOICES[text].loose) {
    throw new UsageError(`a project's file can only set ${text} to the stricter '${CHOICES[text].strict}'`);
  }
  const danger = isForProject ? findDanger(key.name) : undefined;
  if (danger !== undefined)
    throw new UsageError(
      `${key.name} is only in your own settings: anyone who writes a project's file could ${danger}`,
    );
  // Only for people who set it: the code that reads such files is not loaded otherwise.
  if (action === 'set' && key.name.startsWith('signers.') && values[0] !== undefined) {
    const { readAllowedSigners } = await import('../../signatures/allowed-signers.ts');
    await readAllowedSigners(resolve(context.folder, values[0]));
  }
  const paths = settingsFiles(context);
  const file = isForProject ? paths.project : paths.user;
  const changed = action === 'set' || key.isIn(await readSettings(file));
  const wanted = action === 'set' ? key.set(values, context.folder) : key.unset();
  if (changed) await changeSettings(file, wanted, noteWait(context));
  return { action, key: key.name, file, changed };
}

function surplus(argument: string): UsageError {
  return new UsageError(`'${argument}' is one argument too many`);
}
