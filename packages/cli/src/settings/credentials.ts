// The tokens that `prime login` stores: one per registry, in a file that only its owner may read. No message
// has one.
import { chmod, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandContext } from '../command.ts';
import { removeDrafts, replaceFile } from '../files/replace-file.ts';
import { findText } from '../files/settings-text.ts';
import type { Credentials } from './bearer-token.ts';
import { configFolder } from './folders.ts';
import { lockSettings } from './lock-settings.ts';

const HEADING = '# Tokens stored by `prime login`. Keep this file secret.\n';
const OWNER_ONLY = { mode: 0o600, folderMode: 0o700 };

/** The credentials file of the user. */
export function openCredentials({
  environment,
  terminal,
}: Pick<CommandContext, 'environment' | 'terminal'>): CredentialsFile {
  return new CredentialsFile(configFolder(environment), (message) => terminal.warn(message));
}

/** Path of the credentials file. */
export function credentialsPath(configFolder: string): string {
  return join(configFolder, 'credentials.yaml');
}

/**
 * The credentials file. Methods reject with a ValidationError, without a token in it, if the file is invalid.
 */
export class CredentialsFile {
  readonly path: string;
  readonly #warn: (message: string) => void;

  /** `warn` is called if others could read the file; the mode is corrected. */
  constructor(configFolder: string, warn: (message: string) => void) {
    this.path = credentialsPath(configFolder);
    this.#warn = warn;
  }

  /** All tokens; empty if there is no file. */
  async read(): Promise<Credentials> {
    const text = await findText(this.path);
    if (text === undefined) return new Map();
    await keepFromOthers(this.path, this.#warn);
    // Loaded only now: most users have no credentials.
    const { parseCredentials } = await import('./parse-credentials.ts');
    return parseCredentials(this.path, text);
  }

  /** Stores the token of a registry, in place of an older one. */
  async store(registry: string, token: string): Promise<void> {
    await removeDrafts(this.path);
    await using _lock = await lockSettings(dirname(this.path));
    // Read again right before writing: another login may have finished while this one prompted for its token.
    await this.#write(new Map(await this.read()).set(registry, token));
  }

  /** Removes the token of a registry, and those that killed processes have left. @returns whether there was one */
  async forget(registry: string): Promise<boolean> {
    await removeDrafts(this.path);
    if (!(await this.read()).has(registry)) return false;
    await using _lock = await lockSettings(dirname(this.path));
    const credentials = new Map(await this.read());
    const hadToken = credentials.delete(registry);
    if (hadToken) await this.#write(credentials);
    return hadToken;
  }

  async #write(credentials: Credentials): Promise<void> {
    const { stringify } = await import('yaml');
    const text = credentials.size === 0 ? '' : stringify(Object.fromEntries(credentials), { lineWidth: 0 });
    return replaceFile(this.path, `${HEADING}${text}`, OWNER_ONLY);
  }
}

async function keepFromOthers(path: string, warn: (message: string) => void): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  try {
    await chmod(path, OWNER_ONLY.mode);
    warn(
      `${path} was readable by others; now only you can read it. Rotate its tokens if somebody may have read it.`,
    );
  } catch {
    warn(`${path} is readable by others; change its mode to 600.`);
  }
}
