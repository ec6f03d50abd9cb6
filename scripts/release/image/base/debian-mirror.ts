// Where Debian packages come from: a mirror that is named, or the one that this machine installs from.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A mirror of Debian, by the address above its folders `debian` and `debian-security`; ends with a slash. */
export type DebianMirror = string;

/**
 * @param named - the address that the caller gave, if any
 * @param aptFolder - where this machine lists its mirrors
 * @throws Error if there is none
 */
export function findMirror(named: string | undefined, aptFolder = '/etc/apt'): DebianMirror {
  if (named !== undefined) return asMirror(named);
  for (const file of listSources(aptFolder)) {
    // One address a line, or a line with the key `URIs:`.
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, address] = /^(?:deb\s.*?|URIs:.*?)\s(https?:\/\/\S+)\/debian\/?(?:\s|$)/.exec(line) ?? [];
      if (address !== undefined) return asMirror(address);
    }
  }
  throw new Error(
    'This machine does not say which mirror of Debian to use: name one with --mirror, by the address above its folder debian.',
  );
}

function asMirror(address: string): DebianMirror {
  if (!/^(https?|file):\/\//.test(address))
    throw new Error(`${address} is not the address of a mirror: http://…, https://… or file:///…`);
  return address.endsWith('/') ? address : `${address}/`;
}

function listSources(folder: string): string[] {
  const parts = join(folder, 'sources.list.d');
  const names = existsSync(parts) ? readdirSync(parts).sort() : [];
  return [join(folder, 'sources.list'), ...names.map((name) => join(parts, name))].filter((file) =>
    existsSync(file),
  );
}

/** A file of a mirror whose bytes are known before. */
export interface PinnedFile {
  /** Below the mirror, such as `debian/pool/main/g/glibc/libc6_….deb`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * Reads a file of a mirror, and compares it with what was pinned.
 * @throws Error if the mirror does not have it, or has other bytes
 */
export async function readPinned(mirror: DebianMirror, pinned: PinnedFile): Promise<Buffer> {
  const bytes = await readFromMirror(mirror, pinned.path, pinned.sizeBytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 === pinned.sha256) return bytes;
  throw new Error(`${mirror}${pinned.path} has other bytes than were pinned: sha256 ${sha256}`);
}

/** @throws Error if the mirror does not have the file, or it is larger than the limit */
export async function readFromMirror(mirror: DebianMirror, path: string, maxBytes: number): Promise<Buffer> {
  const url = new URL(path.split('/').map(encodeURIComponent).join('/'), mirror);
  if (url.protocol === 'file:') return readFileSync(url);
  const response = await fetch(url, { signal: AbortSignal.timeout(120_000) });
  if (response.status !== 200)
    throw new Error(
      `${url} answers ${response.status}. If the mirror no longer has this version, pin the present ones with --pin-base, ` +
        'or name a mirror of snapshots with --mirror.',
    );
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of response.body ?? []) {
    sizeBytes += part.length;
    if (sizeBytes > maxBytes) throw new Error(`${url} is larger than the ${maxBytes} bytes that it may have`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
