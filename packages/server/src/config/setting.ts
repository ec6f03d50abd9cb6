// What a setting is: a name for its flag, variable and key in the configuration file, and a reader that
// parses and checks its value.
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

/** A wrong value of a setting; the message is for the operator. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** The result of `read`, whose errors of a kind become SettingErrors. @param prefix - of their messages */
export function orSettingError<T>(Kind: new (...given: never[]) => Error, read: () => T, prefix = ''): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Kind) throw new SettingError(`${prefix}${error.message}`);
    throw error;
  }
}

/** Reads a value. @throws SettingError with the setting, its source, the value and what is allowed */
export function readSetting<T>(setting: Setting<T>, text: string, givenBy: string): T {
  const value = orSettingError(SettingError, () => setting.read(text), `${setting.name} (from ${givenBy}): `);
  if (value !== undefined) return value;
  const shown = setting.isSecret === true ? 'the value' : quote(text);
  throw new SettingError(
    `${setting.name}: ${shown} (from ${givenBy}) is not allowed; use ${setting.allowed}`,
  );
}
