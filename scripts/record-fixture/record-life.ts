// Gives the versions of a registry a life after their publish, if its program can record that.

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Actor, buildTarball, manifestText } from '@prime-registry/testkit';
import { CHANGES, type Change, LIFE_PUBLICATIONS, LOST, REMOVED, UPSTREAM_CHANGES } from './life.ts';
import { filesOf } from './publications.ts';
import { publishAndYank } from './publish.ts';
import type { RecordedLoss, RecordedRemoval, RecordedVersion } from './recording.ts';
import { type Checkout, helpOf, runCommand } from './registry-process.ts';

/** Whether the program has channels, deprecations, moves and removals. */
export function hasLife(checkout: Checkout): boolean {
  return helpOf(checkout).includes('  remove ');
}

/** Publishes more versions, and changes them. @returns those that are left, and the removed one */
export async function changeVersions(
  actorOf: (name: Change['by']) => Actor,
): Promise<{ readonly versions: RecordedVersion[]; readonly removed: RecordedRemoval }> {
  const versions = await publishAndYank(LIFE_PUBLICATIONS, actorOf);
  for (const { by, ...change } of CHANGES) await send(actorOf(by), change);
  const removed = versions.find(({ name, version }) => `${name}@${version}` === REMOVED);
  if (removed === undefined) throw new Error(`${REMOVED} was not published`);
  const { name, version, sha256 } = removed;
  return { versions: versions.filter((each) => each !== removed), removed: { name, version, sha256 } };
}

/** Changes versions of the upstream, so that a mirror must store this with their lists. */
export async function changeUpstream(author: Actor): Promise<void> {
  for (const change of UPSTREAM_CHANGES) await send(author, change);
}

/** Removes a mirrored version, as the operator does. */
export function removeMirrored(
  checkout: Checkout,
  { name, version, sha256, origin = '' }: RecordedVersion,
): RecordedRemoval {
  runCommand(checkout, ['remove', `${name}@${version}`, '--category', 'law', '--reason', 'File 7/26']);
  return { name, version, sha256, origin };
}

/** Records a lost version, if the program can do that: one whose tarball lies in the folder without a row. */
export async function loseVersion(checkout: Checkout): Promise<RecordedLoss[] | undefined> {
  if (!helpOf(checkout).includes('lost-versions find')) return undefined;
  const { name, version } = LOST;
  const manifest = manifestText(LOST);
  const tarball = buildTarball({ 'pack.yaml': manifest, ...filesOf(LOST) });
  const sha256 = createHash('sha256').update(tarball).digest('hex');
  const folder = join(checkout.dataFolder, 'blobs', 'sha256', sha256.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, sha256), tarball);
  runCommand(checkout, ['lost-versions', 'find', '--record']);
  return [{ name, version, sha256, manifest }];
}

async function send(actor: Actor, { method, path, body }: Omit<Change, 'by'>): Promise<void> {
  const { status, text } = await actor.request(`/-/primes/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (status !== 200) throw new Error(`${method} ${path} was answered with ${status} ${text}`);
}
