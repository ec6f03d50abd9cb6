// The nonces of identity tokens. A forge may give a job only one token for all of its commands, and a registry accepts
// it again only with the nonce of its first use. So that is kept, with the digest of the token, for this user alone.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** After this time no token is valid any more, in milliseconds. */
const MAX_AGE_MS = 48 * 3_600_000;

/** The nonce of a token: the one that it was used with before, or a new one. @param folder - is made if needed */
export async function findNonce(folder: string, token: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  const path = join(folder, createHash('sha256').update(token).digest('hex'));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeOld(folder);
    await writeFile(path, fresh, { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch {
    // It is there already, or nothing can be written: then one command can use the token.
    const known = await readFile(path, 'utf8').catch(() => '');
    return /^[\w-]{43}$/.test(known) ? known : fresh;
  }
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
  }
}
