// All effective settings, and where they come from.
import { formatColumns } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { loadAccess } from '../registries/registry-access.ts';
import type { TokenSource } from '../registries/registry-tokens.ts';
import { AMOUNT_NAMES, AMOUNTS, type AmountName, chooseAmount } from './amounts.ts';
import { CHOICE_NAMES, type ChoiceName, choose } from './choices.ts';
import { configFolder } from './folders.ts';
import type { SettingSource } from './load-settings.ts';
import { projectSettingsPath, userSettingsPath } from './settings.ts';

/** The effective settings and their sources. Of a token there is only the source. */
export interface ConfigList {
  readonly action: 'list';
  /** In the order in which they are tried. */
  readonly registries: readonly { readonly registry: string; readonly token: TokenSource }[];
  /** Null when no registry is configured. */
  readonly registries_from: SettingSource | null;
  readonly choices: readonly ListedSetting<ChoiceName>[];
  /** The most that is taken from a registry, as in `4GiB`. */
  readonly limits: readonly ListedSetting<AmountName>[];
  /** The file of certificate authorities; absent if there is none. */
  readonly cafile?: { readonly path: string; readonly from: SettingSource };
  /** The policy for logs; absent if there is none. */
  readonly log_policy?: { readonly path: string; readonly from: SettingSource };
  /** What signs: a path, or `key::` and a public key; absent if there is none. */
  readonly signing_key?: { readonly key: string; readonly from: SettingSource };
  /** Files of those who may sign, by scope; absent if there are none. */
  readonly signers?: readonly {
    readonly scope: string;
    readonly path: string;
    readonly from: SettingSource;
  }[];
  readonly scopes: readonly {
    readonly scope: string;
    readonly registry: string;
    readonly from: SettingSource;
    readonly token: TokenSource;
  }[];
  /** Paths of the files, whether they exist or not. */
  readonly files: { readonly user: string; readonly project: string };
}

/** A setting that always has a value. */
interface ListedSetting<Key> {
  readonly key: Key;
  readonly value: string;
  /** Null for the default. */
  readonly from: SettingSource | null;
}

/** The settings that a command would use. */
export async function listSettings(context: CommandContext): Promise<ConfigList> {
  const { settings, tokenFor } = await loadAccess(context, {});
  const { cafile, 'log-policy': logPolicy, 'signing-key': signingKey, signers } = settings.user;
  const from = 'user';
  return {
    action: 'list',
    registries: settings.registries.map((registry) => ({ registry, token: tokenFor(registry).source })),
    registries_from: settings.registriesFrom ?? null,
    choices: CHOICE_NAMES.map((key) => {
      const { value, from = null } = choose(key, settings);
      return { key, value, from };
    }),
    limits: AMOUNT_NAMES.map((key) => {
      const { value: amount, from = null } = chooseAmount(key, settings);
      return { key, value: AMOUNTS[key].format(amount), from };
    }),
    ...(cafile !== undefined && { cafile: { path: cafile, from } }),
    ...(logPolicy !== undefined && { log_policy: { path: logPolicy, from } }),
    ...(signingKey !== undefined && { signing_key: { key: signingKey, from } }),
    ...(signers && { signers: Array.from(signers, ([scope, { path }]) => ({ scope, path, from })) }),
    scopes: Array.from(settings.pins, ([scope, pin]) => ({
      ...{ scope, registry: pin.registry, from: pin.from },
      token: tokenFor(pin.registry).source,
    })),
    files: settingsFiles(context),
  };
}

/** The files that `prime config` changes. */
export function settingsFiles({ folder, environment }: CommandContext): ConfigList['files'] {
  return { user: userSettingsPath(configFolder(environment)), project: projectSettingsPath(folder) };
}

const SOURCES: Readonly<Record<SettingSource, string>> = {
  flag: '--remote',
  environment: 'PRIME_REGISTRY',
  project: "the project's file",
  user: 'your own file',
};

/** The list for people. */
export function showSettings(result: ConfigList): string {
  const { registries, registries_from: from, choices, limits, scopes, files } = result;
  const { cafile, log_policy, signing_key, signers = [] } = result;
  const source = from === null ? '' : SOURCES[from];
  const token = (kind: TokenSource): string => (kind === 'none' ? 'no token' : `token: ${kind}`);
  const rows = [
    ...registries.map((entry) => ['registry', entry.registry, token(entry.token), source]),
    ...scopes.map((entry) => [entry.scope, entry.registry, token(entry.token), SOURCES[entry.from]]),
    ...[...choices, ...limits].flatMap((entry) =>
      entry.from === null ? [] : [[entry.key, entry.value, '', SOURCES[entry.from]]],
    ),
    ...(cafile === undefined ? [] : [['cafile', cafile.path, '', SOURCES[cafile.from]]]),
    ...(log_policy === undefined ? [] : [['log-policy', log_policy.path, '', SOURCES[log_policy.from]]]),
    ...(signing_key === undefined ? [] : [['signing-key', signing_key.key, '', SOURCES[signing_key.from]]]),
    ...signers.map((entry) => [`signers.${entry.scope}`, entry.path, '', SOURCES[entry.from]]),
  ];
  const settings = rows.length === 0 ? '  no registry is configured' : formatColumns(rows);
  return `${settings}\n\nYour own file:       ${files.user}\nThe project's file:  ${files.project}`;
}
