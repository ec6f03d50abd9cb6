// A killed process leaves its uploads behind; the next start removes them. Several processes may share a data
// folder, so each file name contains its process, and uploads of living processes are left alone.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

// On another host, or if a process id was reused, only the age shows it: no upload lasts this long.
export const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Distinguishes this start of this process from an earlier one with the same process id. */
const instance = randomBytes(4).toString('hex');
const owner = `${hostname().replaceAll(/[^0-9A-Za-z-]/g, '_')}.${process.pid}.${instance}`;

/** A file name for a new upload, `host.pid.instance.random.upload`. */
export function uploadFileName(): string {
  // Not randomBytes(): it asks the system for each name, which takes longer than opening the file.
  const random = randomUUID().replaceAll('-', '').slice(0, 24);
  return `${owner}.${random}.upload`;
}

/** Whether the name has the form of {@link uploadFileName}. */
export function isUploadFileName(name: string): boolean {
  return /^[0-9A-Za-z_-]+\.[0-9]+\.[0-9a-f]{8}\.[0-9a-f]{24}\.upload$/.test(name);
}

/** Removes the uploads of processes that have ended. */
export async function removeLeftovers(uploadFolder: string): Promise<void> {
  for (const name of await readdir(uploadFolder)) {
    const path = join(uploadFolder, name);
    if (await isAbandoned(path, name)) await rm(path, { force: true });
  }
}

/** Whether nobody will complete an upload: its process has ended, or it is older than any upload lasts. */
export async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [host, pid, itsInstance] = name.split('.');
  const [thisHost] = owner.split('.');
  if (host === thisHost && itsInstance !== instance && !isAnotherProcessAlive(Number(pid))) return true;
  const information = await stat(path).catch(() => undefined);
  return information !== undefined && Date.now() - information.mtimeMs > ABANDONED_AFTER_MS;
}

function isAnotherProcessAlive(pid: number): boolean {
  // A file with our own process id but of another instance is from an earlier start: in a container every
  // start has the same id.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether a process has ended without being reaped, as in containers whose first process does not reap: its
 * id is still taken.
 */
function isZombie(pid: number): boolean {
  try {
    // The state follows the name, which is in parentheses and may contain any characters (proc_pid_stat(5)).
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
