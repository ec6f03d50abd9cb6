// The keys of `prime config`.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import { parseScope, quote } from '@prime-registry/protocol';
import { readPolicy } from '../log/trust/read-policy.ts';
import { readNamed } from '../registries/outbound.ts';
import { findKeyLine } from '../signatures/sign/key-line.ts';
import { AMOUNT_NAMES, AMOUNTS, type AmountName, chooseAmount, isAmountName } from './amounts.ts';
import type { SettingsChange } from './change-settings.ts';
import { CHOICE_NAMES, CHOICES, type ChoiceName, choose, isChoiceName } from './choices.ts';
import { type EffectiveSettings, parseUrl, parseUrls, type SettingSource } from './load-settings.ts';
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

const CAFILE: SettingKey = {
  name: 'cafile',
  find: ({ user: { cafile } }) => (cafile === undefined ? undefined : { value: cafile, from: 'user' }),
  isIn: ({ cafile }) => cafile !== undefined,
  set([path, ...more], folder) {
    if (path === undefined || more.length > 0)
      throw new UsageError('cafile takes one file of certificate authorities, in PEM');
    const cafile = resolve(folder, path);
    readNamed('cafile', cafile);
    return { cafile };
  },
  unset: () => ({ cafile: undefined }),
};

const LOG_POLICY: SettingKey = {
  name: 'log-policy',
  find: ({ user }) => {
    const value = user['log-policy'];
    return value === undefined ? undefined : { value, from: 'user' };
  },
  isIn: (settings) => settings['log-policy'] !== undefined,
  set([path, ...more], folder) {
    if (path === undefined || more.length > 0)
      throw new UsageError('log-policy takes one file of trusted logs (C2SP tlog-policy)');
    const policyPath = resolve(folder, path);
    readPolicy(policyPath);
    return { 'log-policy': policyPath };
  },
  unset: () => ({ 'log-policy': undefined }),
};

const SIGNING_KEY: SettingKey = {
  name: 'signing-key',
  find: ({ user }) => {
    const value = user['signing-key'];
    return value === undefined ? undefined : { value, from: 'user' };
  },
  isIn: (settings) => settings['signing-key'] !== undefined,
  set([text, ...more], folder) {
    if (text === undefined || more.length > 0)
      throw new UsageError(
        "signing-key takes the path of an SSH key, or a public key in quotes: 'key::ssh-ed25519 AAAA…'",
      );
    const line = findKeyLine(text);
    if (line !== undefined) return { 'signing-key': `key::${line}` };
    const path = resolve(folder, text);
    if (!existsSync(path)) throw new UsageError(`signing-key: ${path} does not exist`);
    return { 'signing-key': path };
  },
  unset: () => ({ 'signing-key': undefined }),
};

const SIGNERS_PREFIX = 'signers.';

/** The file of those who may sign the Primes of a scope. */
function signersKey(scope: string): SettingKey {
  return {
    name: `${SIGNERS_PREFIX}${scope}`,
    find({ user }) {
      const value = user.signers?.get(scope)?.path;
      return value === undefined ? undefined : { value, from: 'user' };
    },
    isIn: ({ signers }) => signers?.has(scope) === true,
    set([text, ...more], folder) {
      if (text === undefined || more.length > 0)
        throw new UsageError(`${SIGNERS_PREFIX}${scope} takes one file of allowed signers (OpenSSH)`);
      const path = resolve(folder, text);
      if (!existsSync(path)) throw new UsageError(`${SIGNERS_PREFIX}${scope}: ${path} does not exist`);
      return { signersOf: scope, path };
    },
    unset: () => ({ signersOf: scope, path: undefined }),
  };
}

/** Parses a key. @throws UsageError that lists the valid keys */
export function parseSettingKey(text: string): SettingKey {
  if (text === REGISTRIES.name) return REGISTRIES;
  if (text === CAFILE.name) return CAFILE;
  if (text === LOG_POLICY.name) return LOG_POLICY;
  if (text === SIGNING_KEY.name) return SIGNING_KEY;
  if (text.startsWith(SIGNERS_PREFIX)) {
    const of = parseScope(text.slice(SIGNERS_PREFIX.length));
    if (!of.ok) throw new UsageError(`${text}: ${of.message}`);
    return signersKey(of.value);
  }
  if (isChoiceName(text)) return choiceKey(text);
  if (isAmountName(text)) return amountKey(text);
  const scope = parseScope(text);
  if (!scope.ok && text.startsWith('@')) throw new UsageError(scope.message);
  if (!scope.ok)
    throw new UsageError(
      `there is no setting ${quote(text)}; use 'registries', 'cafile', 'log-policy', 'signing-key', 'signers.@acme', a scope such as '@acme', ${[...CHOICE_NAMES, ...AMOUNT_NAMES].map((name) => `'${name}'`).join(' or ')}`,
    );
  return scopeKey(scope.value);
}

function scopeKey(scope: string): SettingKey {
  return {
    name: scope,
    find({ pins }) {
      const pin = pins.get(scope);
      return pin && { value: pin.registry, from: pin.from };
    },
    isIn: ({ scopes }) => scopes.has(scope),
    set([url, ...more]) {
      if (url === undefined || more.length > 0)
        throw new UsageError(`${scope} takes one URL, its only registry`);
      return { scope, registry: parseUrl(scope, url) };
    },
    unset: () => ({ scope, registry: undefined }),
  };
}

function choiceKey(name: ChoiceName): SettingKey {
  const { strict, loose } = CHOICES[name];
  return {
    name,
    find(settings) {
      const { value, from } = choose(name, settings);
      return from === undefined ? undefined : { value, from };
    },
    isIn: ({ choices }) => choices?.has(name) === true,
    set([value, ...more]) {
      if ((value !== strict && value !== loose) || more.length > 0)
        throw new UsageError(`${name} is '${strict}' or '${loose}'`);
      return { choice: name, value };
    },
    unset: () => ({ choice: name, value: undefined }),
  };
}

function amountKey(name: AmountName): SettingKey {
  const { allowed, parse, format } = AMOUNTS[name];
  return {
    name,
    find(settings) {
      const { amount, from } = chooseAmount(name, settings);
      return from === undefined ? undefined : { value: format(amount), from };
    },
    isIn: ({ amounts }) => amounts?.has(name) === true,
    set(values) {
      // A size may be written as two words: 8 GiB.
      const text = values.join(' ');
      if (parse(text) === undefined) throw new UsageError(`${name} is ${allowed}`);
      return { choice: name, value: text };
    },
    unset: () => ({ choice: name, value: undefined }),
  };
}
