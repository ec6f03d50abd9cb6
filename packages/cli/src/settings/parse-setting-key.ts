// Which setting of `prime config` a name is for.
import { accept, UsageError } from '@prime-registry/command-line';
import { parseScope, quote } from '@prime-registry/protocol';
import { AMOUNT_NAMES, AMOUNTS, type AmountName, chooseAmount, isAmountName } from './amounts.ts';
import { CHOICE_NAMES, CHOICES, type ChoiceName, choose, isChoiceName } from './choices.ts';
import { parseUrl } from './load-settings.ts';
import { NAMED_KEYS, onlyOne, type SettingKey, SIGNERS_PREFIX, signersKey } from './setting-key.ts';

/** Parses a key. @throws UsageError that lists the valid keys */
export function parseSettingKey(text: string): SettingKey {
  const named = NAMED_KEYS.find(({ name }) => name === text);
  if (named !== undefined) return named;
  if (text.startsWith(SIGNERS_PREFIX)) {
    return signersKey(accept(parseScope(text.slice(SIGNERS_PREFIX.length)), `${text}: `));
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
      return { setting: name, value };
    },
    unset: () => ({ setting: name, value: undefined }),
  };
}

function amountKey(name: AmountName): SettingKey {
  const { allowed, parse, format } = AMOUNTS[name];
  return {
    name,
    find(settings) {
      const { value: amount, from } = chooseAmount(name, settings);
      return from === undefined ? undefined : { value: format(amount), from };
    },
    isIn: ({ amounts }) => amounts?.has(name) === true,
    set(values) {
      // A size may be written as two words: 8 GiB.
      const text = values.join(' ');
      if (parse(text) === undefined) throw new UsageError(`${name} is ${allowed}`);
      return { setting: name, value: text };
    },
    unset: () => ({ setting: name, value: undefined }),
  };
}

/** The only registry of a scope. */
function scopeKey(scope: string): SettingKey {
  return {
    name: scope,
    find({ pins }) {
      const pin = pins.get(scope);
      return pin && { value: pin.registry, from: pin.from };
    },
    isIn: ({ scopes }) => scopes.has(scope),
    set: (values) => ({
      scope,
      registry: parseUrl(scope, onlyOne(values, `${scope} takes one URL, its only registry`)),
    }),
    unset: () => ({ scope, registry: undefined }),
  };
}
