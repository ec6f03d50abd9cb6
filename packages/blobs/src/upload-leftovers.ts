// A killed process leaves its uploads behind; the next start removes them. Several processes may share a data
// folder, so each file name contains its process, and uploads of living processes are left alone.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

// On another host, or if a process id was reused, only the age shows it: no upload lasts this long.
export const ABANDONED_AFTER_MS = 24 * 3_600_000;

/**
 * The same host, but another container, or before its last boot: whether the process is alive cannot be seen. No upload that
 * goes on is without a write for so long.
 */
const SILENT_AFTER_MS = 3_600_000;

const thisHost = hostname().replaceAll(/[^0-9A-Za-z-]/g, '_');
/** Where process ids mean processes that can be seen from here. */
const thisPlace = `${thisHost}${describePlace()}`;
/** Distinguishes this start of this process from an earlier one with the same process id. */
const instance = randomBytes(4).toString('hex');
const owner = `${thisPlace}.${process.pid}.${instance}`;

/** A file name for a new upload, `place.pid.instance.random.upload`. */
export function uploadFileName(): string {
  // Not randomBytes(): it asks the system for each name, which takes longer than opening the file.
  const random = randomUUID().replaceAll('-', '').slice(0, 24);
  return `${owner}.${random}.upload`;
}

/** Whether the name has the form of {@link uploadFileName}. Earlier versions put an ending behind it for drafts of keys. */
export function isUploadFileName(name: string): boolean {
  return /^[0-9A-Za-z_-]+\.[0-9]+\.[0-9a-f]{8}\.[0-9a-f]{24}\.upload(\.key)?$/.test(name);
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
  const [place = '', pid, itsInstance] = name.split('.');
  if (place === thisPlace && itsInstance !== instance && !isAnotherProcessAlive(Number(pid))) return true;
  const information = await stat(path).catch(() => undefined);
  const mostMs = place !== thisPlace && isOfThisHost(place) ? SILENT_AFTER_MS : ABANDONED_AFTER_MS;
  return information !== undefined && Date.now() - information.mtimeMs > mostMs;
}

/** Whether a process on this host has written the name, maybe one of an earlier version, which named no more. */
function isOfThisHost(place: string): boolean {
  return place.replace(PLACE_OF_IDS, '') === thisHost || place === thisHost;
}

const PLACE_OF_IDS = /-[0-9a-f]{12}$/;

/**
 * The boot and the PID namespace, on Linux: containers may share a host name and a folder, and have the same process ids.
 * Empty on other systems.
 */
function describePlace(): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
    const namespace = readlinkSync('/proc/self/ns/pid');
    return `-${createHash('sha256').update(`${bootId}${namespace}`).digest('hex').slice(0, 12)}`;
  } catch {
    return '';
  }
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
