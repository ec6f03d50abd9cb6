// What a setting is: a name for its flag, variable and key in the configuration file, and a reader that
// parses and checks its value.
import { formatExactDuration, formatExactSize, parseDuration, parseSize } from '@prime-registry/command-line';
import { quote } from '@prime-registry/protocol/basics';

/** A setting of the server. */
export interface Setting<T> {
  /**
   * In kebab-case: `max-tarball` is `--max-tarball`, `PRIME_REGISTRY_MAX_TARBALL` and `max-tarball:` in the
   * file.
   */
  readonly name: string;
  /** One line for `--help` and the documentation. */
  readonly summary: string;
  /** The allowed values in words, for error messages. */
  readonly allowed: string;
  readonly default: T;
  /** The default as a user writes it. */
  readonly defaultText: string;
  /** True for a setting that `--name` alone turns on. */
  readonly isSwitch?: boolean;
  /** True if the value may contain a password: then no message repeats it. */
  readonly isSecret?: boolean;
  /** True if the configuration file may have a list; `read` gets it as JSON. */
  readonly isStructured?: boolean;
  /**
   * Parses the value; undefined if it is not allowed.
   * @throws SettingError with a more specific message, or one that must not repeat the value
   */
  read(text: string): T | undefined;
  /** Adds what variables say that other programs share, such as HTTPS_PROXY. */
  complete?(value: T, environment: Readonly<Record<string, string | undefined>>): T;
}

/** The environment variable of a setting. */
export function variableOf(setting: Pick<Setting<unknown>, 'name'>): string {
  return `PRIME_REGISTRY_${setting.name.toUpperCase().replaceAll('-', '_')}`;
}

interface Description<T> {
  readonly name: string;
  readonly summary: string;
  readonly default: T;
}

/** A text that the pattern accepts. */
export function textSetting(
  description: Description<string>,
  allowed: string,
  pattern: RegExp = /^\P{Cc}+$/u,
): Setting<string> {
  return {
    ...description,
    allowed,
    defaultText: description.default,
    read: (text) => (pattern.test(text) ? text : undefined),
  };
}

/** The path of a file; `none` is the default, and empty. */
export function fileSetting(
  description: Omit<Description<string>, 'default'>,
  allowed: string,
): Setting<string> {
  return {
    ...description,
    allowed: `none, or the path of ${allowed}`,
    default: '',
    defaultText: 'none',
    read(text) {
      if (text === 'none') return '';
      return /^\P{Cc}+$/u.test(text) ? text : undefined;
    },
  };
}

/** A whole number from `minimum` to `maximum`. */
export function integerSetting(
  description: Description<number>,
  minimum: number,
  maximum: number,
): Setting<number> {
  return {
    ...description,
    allowed: `a whole number from ${minimum} to ${maximum}`,
    defaultText: String(description.default),
    read: (text) => {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/** `true` or `false`; the flag alone means `true`. */
export function switchSetting(description: Description<boolean>): Setting<boolean> {
  return {
    ...description,
    allowed: 'true or false',
    defaultText: String(description.default),
    isSwitch: true,
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  };
}

/** One of several words. */
export function choiceSetting<T extends string>(
  description: Description<T>,
  choices: readonly T[],
): Setting<T> {
  return {
    ...description,
    allowed: `one of ${choices.join(', ')}`,
    defaultText: description.default,
    read: (text) => choices.find((choice) => choice === text),
  };
}

/** The same setting, where 0 has a special meaning. */
export function orZero(setting: Setting<number>): Setting<number> {
  return {
    ...setting,
    allowed: `0, or ${setting.allowed}`,
    defaultText: setting.default === 0 ? '0' : setting.defaultText,
    read: (text) => (text === '0' ? 0 : setting.read(text)),
  };
}

/** A number of bytes, in bytes or with KiB, MiB or GiB; at least 1 KiB, at most 1,024 GiB. */
export function sizeSetting(description: Description<number>): Setting<number> {
  return {
    ...description,
    allowed: 'a size from 1KiB to 1024GiB, such as 500KiB, 100MiB or 1GiB',
    defaultText: formatExactSize(description.default),
    read: (text) => {
      const sizeBytes = parseSize(text) ?? Number.NaN;
      return sizeBytes >= 2 ** 10 && sizeBytes <= 2 ** 40 ? sizeBytes : undefined;
    },
  };
}

const DAY_MS = 86_400_000;

/**
 * A duration in milliseconds, written with ms, s, m, h or d; from 1 ms to a day, so that timers can hold it.
 */
export function durationSetting(description: Description<number>): Setting<number> {
  return {
    ...description,
    allowed: 'a duration from 1ms to 1d, such as 500ms, 30s, 10m or 2h',
    defaultText: formatExactDuration(description.default),
    read: (text) => {
      const durationMs = parseDuration(text);
      return durationMs !== undefined && durationMs <= DAY_MS ? durationMs : undefined;
    },
  };
}

/** A wrong value of a setting; the message is for the operator. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** Reads a value. @throws SettingError with the setting, its source, the value and what is allowed */
export function readSetting<T>(setting: Setting<T>, text: string, givenBy: string): T {
  let value: T | undefined;
  try {
    value = setting.read(text);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new SettingError(`${setting.name} (from ${givenBy}): ${error.message}`);
  }
  if (value !== undefined) return value;
  const shown = setting.isSecret === true ? 'the value' : quote(text);
  throw new SettingError(
    `${setting.name}: ${shown} (from ${givenBy}) is not allowed; use ${setting.allowed}`,
  );
}
