// The paths of the Primes in a project.
import { join } from 'node:path';

/** The folder `.primes` of a project. */
export function primesFolder(projectFolder: string): string {
  return join(projectFolder, '.primes');
}

/** The lock file of a project. */
export function lockfilePath(projectFolder: string): string {
  return join(primesFolder(projectFolder), 'lock.yaml');
}

/** The file next to it that says in which logs the locked versions are. */
export function projectLogsPath(projectFolder: string): string {
  return join(primesFolder(projectFolder), 'logs.txt');
}

/** The file next to it that says who has signed them. */
export function projectSignersPath(projectFolder: string): string {
  return join(primesFolder(projectFolder), 'signers.txt');
}

/** The name of the file next to it that says which skills were made of them. */
export const SKILL_RECORD = 'skills.json';

/** The path of that file. */
export function skillRecordPath(projectFolder: string): string {
  return join(primesFolder(projectFolder), SKILL_RECORD);
}

/** What a project asks of its Primes. */
export function projectPolicyPath(projectFolder: string): string {
  return join(primesFolder(projectFolder), 'policy.yaml');
}

/** The prefix of temporary folders in `.primes`. One is left over only if its process was killed. */
export const STAGING_PREFIX = '.staging-';
