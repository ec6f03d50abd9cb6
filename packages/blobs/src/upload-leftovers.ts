// A killed process leaves its uploads behind; the next start removes them. Several processes may share a data folder, so a
// file's name says whose it is, and what a living process is writing is left alone.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

// On another host, or where a process number was given again, only age tells: no upload lasts this long.
export const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Tells this start of this process from an earlier one that had the same number. */
const instance = randomBytes(4).toString('hex');
const owner = `${hostname().replaceAll(/[^0-9A-Za-z-]/g, '_')}.${process.pid}.${instance}`;

/** A file name for a new upload, `host.pid.instance.random.upload`. */
export function uploadFileName(): string {
  return `${owner}.${randomBytes(12).toString('hex')}.upload`;
}

/** Whether {@link uploadFileName} makes such names. */
export function isUploadFileName(name: string): boolean {
  return /^[0-9A-Za-z_-]+\.[0-9]+\.[0-9a-f]{8}\.[0-9a-f]{24}\.upload$/.test(name);
}

/** Removes the uploads of processes that are no more. */
export async function removeLeftovers(uploadFolder: string): Promise<void> {
  for (const name of await readdir(uploadFolder)) {
    const path = join(uploadFolder, name);
    if (await isAbandoned(path, name)) await rm(path, { force: true });
  }
}

/** Whether nobody is going to end an upload: its process is no more, or it is older than any upload lasts. */
export async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [host, pid, itsInstance] = name.split('.');
  const [thisHost] = owner.split('.');
  if (host === thisHost && itsInstance !== instance && !isAnotherProcessAlive(Number(pid))) return true;
  const information = await stat(path).catch(() => undefined);
  return information !== undefined && Date.now() - information.mtimeMs > ABANDONED_AFTER_MS;
}

function isAnotherProcessAlive(pid: number): boolean {
  // A file with our own number but of another instance is from before: in a container every start has the same number.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process has ended and nobody asked how, as in containers whose first process does not: it has its number still. */
function isZombie(pid: number): boolean {
  try {
    // The state comes behind the name, which is in parentheses and may hold any (proc_pid_stat(5)).
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
