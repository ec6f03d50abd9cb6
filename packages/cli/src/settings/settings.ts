// What a `config.yaml` says, and where the files are.
import { join, sep } from 'node:path';
import type { AmountName } from './amounts.ts';
import type { ChoiceName } from './choices.ts';

/** The contents of a file. */
export interface Settings {
  /** Base URLs in the order in which they are tried; empty if the file has none. */
  readonly registries: readonly string[];
  /** The only registry of a scope: `@acme` to base URL. */
  readonly scopes: ReadonlyMap<string, string>;
  /** The values of {@link CHOICES} that the file sets; absent if it sets none. */
  readonly choices?: ReadonlyMap<ChoiceName, string>;
  /** The values of {@link AMOUNTS} that the file sets; absent if it sets none. */
  readonly amounts?: ReadonlyMap<AmountName, number>;
  /** Absolute path of a file of certificate authorities; only in the user's own file. */
  readonly cafile?: string;
  /** Absolute path of a policy for logs (C2SP tlog-policy); only in the user's own file. */
  readonly 'log-policy'?: string;
  /** Absolute path of a key, or a public key as one line after `key::`; only in the user's own file. */
  readonly 'signing-key'?: string;
  /** Absolute paths of files of allowed signers (OpenSSH), by scope; only in the user's own file. */
  readonly signers?: ReadonlyMap<string, AllowedSignersSetting>;
}

/** Who may sign the Primes of a scope. */
export interface AllowedSignersSetting {
  /** Absolute path. */
  readonly path: string;
  /** The line of the settings that says so. */
  readonly line: number;
}

/** Path of a user's settings. */
export function userSettingsPath(configFolder: string): string {
  return join(configFolder, 'config.yaml');
}

/** Path of a project's settings, which its team shares. */
export function projectSettingsPath(projectFolder: string): string {
  return join(projectFolder, '.primes', 'config.yaml');
}

/**
 * Whether a path is one of {@link projectSettingsPath}. The path decides what may be done with the file, so
 * that no caller can forget that a project may be an untrusted checkout.
 */
export function isProjectSettings(path: string): boolean {
  return path.endsWith(join(sep, '.primes', 'config.yaml'));
}
