// Peers that are Debian packages.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../processes/find-program.ts';
import { MissingPeer } from './peer.ts';

const TIMEOUT_MS = 10_000;

/** The path of the program. @throws MissingPeer */
export async function getDebianProgram(name: string): Promise<string> {
  const path = await findProgram(name);
  if (path !== undefined) return path;
  throw new MissingPeer('not installed: apt-get install nginx-light docker-registry wrk');
}

/** The first version number in the output of the program's version flag. */
export async function readProgramVersion(path: string, flag: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(path, [flag], { timeout: TIMEOUT_MS });
  return /\d+\.\d+(\.\d+)?/.exec(stdout + stderr)?.[0] ?? 'of unknown version';
}
