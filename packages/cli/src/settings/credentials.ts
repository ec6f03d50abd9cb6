// The tokens that `prime login` stores: one per registry, in a file that only its owner may read. No message
// has one.
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FieldProblem, parseRegistryUrl } from '@prime-registry/protocol';
import { isMap, stringify } from 'yaml';
import { replaceFile } from '../files/replace-file.ts';
import { findScalarText, findText, invalidFile, parseYamlFile } from '../files/yaml-file.ts';

/** Tokens by base URL. */
export type Credentials = ReadonlyMap<string, string>;

const HEADING = '# Tokens stored by `prime login`. Keep this file secret.\n';
const OWNER_ONLY = { mode: 0o600, folderMode: 0o700 };

/** Whether the text has the form of a bearer token (RFC 6750, section 2.1). */
export function isBearerToken(text: string): boolean {
  return /^[\w.~+/-]+=*$/.test(text);
}

/**
 * The credentials file. Methods reject with a ValidationError, without a token in it, if the file is invalid.
 */
export class CredentialsFile {
  readonly path: string;
  readonly #warn: (message: string) => void;

  /** `warn` is called if others could read the file; the mode is corrected. */
  constructor(configFolder: string, warn: (message: string) => void) {
    this.path = join(configFolder, 'credentials.yaml');
    this.#warn = warn;
  }

  /** All tokens; empty if there is no file. */
  async read(): Promise<Credentials> {
    const text = await findText(this.path);
    if (text === undefined) return new Map();
    await keepFromOthers(this.path, this.#warn);
    return parseCredentials(this.path, text);
  }

  /** Stores the token of a registry, in place of an older one. */
  async store(registry: string, token: string): Promise<void> {
    // Read again right before writing: another login may have finished while this one prompted for its token.
    await this.#write(new Map(await this.read()).set(registry, token));
  }

  /** Removes the token of a registry. @returns whether there was one */
  async forget(registry: string): Promise<boolean> {
    const credentials = new Map(await this.read());
    const hadToken = credentials.delete(registry);
    if (hadToken) await this.#write(credentials);
    return hadToken;
  }

  #write(credentials: Credentials): Promise<void> {
    const text = credentials.size === 0 ? '' : stringify(Object.fromEntries(credentials), { lineWidth: 0 });
    return replaceFile(this.path, `${HEADING}${text}`, OWNER_ONLY);
  }
}

/** Reads the text of a file. @throws ValidationError */
export function parseCredentials(path: string, text: string): Credentials {
  const { document, positionOf } = parseYamlFile(path, text);
  const problems: FieldProblem[] = [];
  const credentials = new Map<string, string>();
  for (const { key, value } of isMap(document.contents) ? document.contents.items : []) {
    const url = parseRegistryUrl(findScalarText(key) ?? '');
    const token = findScalarText(value) ?? '';
    // Text in the wrong place may be a token: messages do not quote it.
    if (!url.ok)
      problems.push({ field: 'key', message: 'must be the base URL of a registry', ...positionOf(key) });
    else if (!isBearerToken(token)) {
      problems.push({
        field: url.value,
        message: 'must have a token, which is a single word',
        ...positionOf(value),
      });
    } else credentials.set(url.value, token);
  }
  if (problems.length > 0) throw invalidFile(path, problems);
  return credentials;
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
