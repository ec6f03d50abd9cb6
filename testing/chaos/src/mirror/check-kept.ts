// Checks the data of a mirror that has stopped: its counters agree with its versions and files, it is within
// its limit after an eviction, and nothing is left behind.
import { isDeepStrictEqual } from 'node:util';
import { runCommand } from '@prime-registry/testkit';
import type { Member } from './chain.ts';
import { listFiles, readKept } from './kept-data.ts';

/** Checks the data. Nothing may use it in the meantime. @param maxBytes - the limit after an eviction */
export async function checkKept(
  mirror: Member,
  maxBytes: number,
  violate: (what: string) => void,
): Promise<void> {
  const complain = (what: string): void => violate(`${mirror.name}: ${what}`);
  const run = async (...args: string[]): Promise<Record<string, unknown>[]> => {
    const data = ['--json', '--data', mirror.folder];
    const { code, stdout, stderr } = await runCommand([...args, ...data], mirror.environment);
    if (code !== 0) complain(`${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  };

  if (mirror.mayLitter) await run('gc', '--delete', '--older-than', '1ms');
  mirror.mayLitter = false;
  // After gc: an eviction that is not killed leaves nothing.
  await run('mirror', 'evict', '--mirror-max-bytes', String(maxBytes), '--mirror-max-age', '0');

  const findings = await run('verify');
  for (const finding of findings.filter(({ kind }) => kind !== 'summary'))
    complain(`verify finds ${JSON.stringify(finding)}`);
  const [garbage] = (await run('gc', '--older-than', '1ms')).filter(({ kind }) => kind !== 'summary');
  if (garbage !== undefined) complain(`gc finds ${JSON.stringify(garbage)}`);

  const { mirrored, counted, tarballs, unseen } = readKept(mirror.folder);
  if (!isDeepStrictEqual(mirrored, counted))
    complain(`counts ${JSON.stringify(counted)}, but has ${JSON.stringify(mirrored)}`);
  if (unseen > 0) complain(`would not know the digests of ${unseen} versions after their eviction`);
  if (mirrored.sizeBytes > maxBytes)
    complain(`keeps ${mirrored.sizeBytes} bytes after an eviction to ${maxBytes}`);
  const [status] = await run('mirror', 'status');
  const { versions = 0, size_bytes: sizeBytes = 0 } = status ?? {};
  if (!isDeepStrictEqual({ versions, sizeBytes }, mirrored))
    complain(`mirror status says ${JSON.stringify(status)}, but it has ${JSON.stringify(mirrored)}`);
  const files = listFiles(mirror.folder, 'blobs/sha256');
  for (const [sha256, size] of tarballs)
    if (files.get(sha256) !== size)
      complain(`the tarball ${sha256} has ${files.get(sha256)} of ${size} bytes`);
  for (const sha256 of files.keys())
    if (!tarballs.has(sha256)) complain(`no version needs the file ${sha256}`);
  const [upload] = listFiles(mirror.folder, 'uploads').keys();
  if (upload !== undefined) complain(`the upload ${upload} is left`);
}
