// The keys of `prime config`.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import { readPolicy } from '../log/trust/read-policy.ts';
import { readNamed } from '../registries/outbound.ts';
import { findKeyLine } from '../signatures/sign/key-line.ts';
import type { SettingsChange } from './change-settings.ts';
import { type EffectiveSettings, parseUrls, type SettingSource } from './load-settings.ts';
import type { OwnFileName } from './own-files.ts';
import type { Settings } from './settings.ts';

/** One setting: the list of registries, the only registry of a scope, a choice, an amount, or a file of the user. */
export interface SettingKey {
  /** `registries`, `cafile`, `log-policy`, the scope, or the name of the choice or amount. */
  readonly name: string;
  /** The effective value and its source; undefined if it is not set. */
  find(settings: EffectiveSettings): { value: string | readonly string[]; from: SettingSource } | undefined;
  /** Whether a file sets it. */
  isIn(settings: Settings): boolean;
  /** The change that sets it to these values. Paths begin at the folder. @throws UsageError if they are invalid */
  set(values: readonly string[], folder: string): SettingsChange;
  unset(): SettingsChange;
}

const REGISTRIES: SettingKey = {
  name: 'registries',
  find: ({ registries, registriesFrom }) =>
    registriesFrom === undefined ? undefined : { value: registries, from: registriesFrom },
  isIn: ({ registries }) => registries.length > 0,
  set(values) {
    if (values.length === 0)
      throw new UsageError('registries takes one or more URLs, in the order in which to try them');
    return { registries: parseUrls('registries', values) };
  },
  unset: () => ({ registries: undefined }),
};

const CAFILE = ownKey('cafile', 'one file of certificate authorities, in PEM', (text, folder) => {
  const path = resolve(folder, text);
  readNamed('cafile', path);
  return path;
});

const LOG_POLICY = ownKey('log-policy', 'one file of trusted logs (C2SP tlog-policy)', (text, folder) => {
  const path = resolve(folder, text);
  readPolicy(path);
  return path;
});

const SIGNING_KEY = ownKey(
  'signing-key',
  "the path of an SSH key, or a public key in quotes: 'key::ssh-ed25519 AAAA…'",
  (text, folder) => {
    const line = findKeyLine(text);
    return line === undefined ? requireFile('signing-key', resolve(folder, text)) : `key::${line}`;
  },
);

/** The settings with a name of their own. */
export const NAMED_KEYS = [REGISTRIES, CAFILE, LOG_POLICY, SIGNING_KEY];

/**
 * A setting of the user's own file.
 * @param form - what it takes, for errors
 * @param read - checks what is given, and makes the text for the file of it
 */
function ownKey(
  name: OwnFileName | 'signing-key',
  form: string,
  read: (text: string, folder: string) => string,
): SettingKey {
  return {
    name,
    find: ({ user }) => ofUser(user[name]),
    isIn: (settings) => settings[name] !== undefined,
    set: (values, folder) => ({
      setting: name,
      value: read(onlyOne(values, `${name} takes ${form}`), folder),
    }),
    unset: () => ({ setting: name, value: undefined }),
  };
}

function ofUser(value: string | undefined): ReturnType<SettingKey['find']> {
  return value === undefined ? undefined : { value, from: 'user' };
}

/** The only value. @throws UsageError with the message */
export function onlyOne([value, ...more]: readonly string[], message: string): string {
  if (value === undefined || more.length > 0) throw new UsageError(message);
  return value;
}

function requireFile(name: string, path: string): string {
  if (!existsSync(path)) throw new UsageError(`${name}: ${path} does not exist`);
  return path;
}

/** Before a scope. */
export const SIGNERS_PREFIX = 'signers.';

/** The file of those who may sign the Primes of a scope. */
export function signersKey(scope: string): SettingKey {
  const name = `${SIGNERS_PREFIX}${scope}`;
  return {
    name,
    find: ({ user }) => ofUser(user.signers?.get(scope)?.path),
    isIn: ({ signers }) => signers?.has(scope) === true,
    set(values, folder) {
      const text = onlyOne(values, `${name} takes one file of allowed signers (OpenSSH)`);
      return { signersOf: scope, path: requireFile(name, resolve(folder, text)) };
    },
    unset: () => ({ signersOf: scope, path: undefined }),
  };
}
