// Checks every version: it exists whole, byte for byte as acknowledged, or not at all.
import { parse } from '../http/judge-problem.ts';
import { isRead, judgeBytes } from '../load/read.ts';
import { describe, mayBeThere, type VersionEntry } from '../model/ledger.ts';
import type { World } from '../world.ts';
import { forEachAtOnce } from './at-once.ts';

/** Reads every version that was ever published. Finds out the outcome if an answer was lost. */
export async function checkVersions(world: World): Promise<void> {
  await forEachAtOnce(world.ledger.entries, async (entry) => {
    if (entry.fact === undefined) await settle(world, entry);
    if (entry.fact !== undefined && entry.removal === 'none') await checkFact(world, entry);
  });
}

/** Finds out whether a version without acknowledged publish exists. */
async function settle(world: World, entry: VersionEntry): Promise<void> {
  const answer = await world.ask({ path: `/pack/${entry.name}/${entry.identity}` });
  if (typeof answer === 'string' || answer.status === 503) return;
  const open = entry.attempts.filter(mayBeThere);
  if (answer.status === 404) {
    for (const attempt of open) {
      // A publish that was sent to an earlier life cannot succeed any more.
      if (attempt.life < world.registry.life) attempt.state = 'absent';
    }
    const isSettled = entry.attempts.every(({ state }) => state === 'absent');
    // A restore may have lost a yanked version.
    if (isSettled) entry.yank = 'none';
    if (entry.isTaken && isSettled)
      world.violate(`${describe(entry)} does not exist, but was answered with 409`);
    return;
  }
  const sha256 = parse(answer.body)?.sha256;
  const found = open.find(
    ({ draft }) => draft.sha256 === sha256 && draft.version === parse(answer.body)?.version,
  );
  if (found === undefined) {
    world.violate(`${describe(entry)} exists (${answer.status}), but nobody published it: ${answer.body}`);
    return;
  }
  entry.fact = found.draft;
  found.state = 'acknowledged';
}

async function checkFact(world: World, entry: VersionEntry): Promise<void> {
  const { fact } = entry;
  if (fact === undefined) return;
  const path = `/pack/${fact.name}/${fact.version}`;
  const manifest = await world.ask({ path });
  if (isRead(world, manifest, fact, [200])) checkManifest(world, entry, parse(manifest.body) ?? {});
  const tarball = await world.ask({ path: `${path}/tarball` }, 'tarballs');
  if (isRead(world, tarball, fact, [200])) judgeBytes(world, fact, tarball);
  const source = await world.ask({ path: `/-/primes/${fact.name}/${fact.version}/pack.yaml` });
  if (isRead(world, source, fact, [200]) && source.body.toString('utf8') !== fact.manifestText) {
    world.violate(`${describe(fact)} has another pack.yaml`);
  }
}

function checkManifest(world: World, entry: VersionEntry, manifest: Readonly<Record<string, unknown>>): void {
  const { published_at: publishedAt, yanked, yanked_at: _at, yank_reason: _reason, ...rest } = manifest;
  // Checked as a whole: see check-lifecycle.ts.
  const { deprecated: _, ...fields } = rest;
  const expected = entry.fact?.fields ?? {};
  const differing = [...new Set([...Object.keys(fields), ...Object.keys(expected)])].filter(
    (field) => JSON.stringify(fields[field]) !== JSON.stringify(expected[field]),
  );
  for (const field of differing) {
    world.violate(
      `${describe(entry)} has the ${field} ${JSON.stringify(fields[field])}, not ${JSON.stringify(expected[field])}`,
    );
  }
  entry.publishedAt ??= String(publishedAt);
  if (entry.publishedAt !== publishedAt) {
    world.violate(`${describe(entry)} has the publish time ${publishedAt} instead of ${entry.publishedAt}`);
  }
  checkYank(world, entry, yanked === true);
}

function checkYank(world: World, entry: VersionEntry, isYanked: boolean): void {
  if (entry.yank === 'undoing') {
    if (entry.yankLife < world.registry.life) entry.yank = isYanked ? 'acknowledged' : 'none';
    return;
  }
  if (entry.yank === 'lost') {
    if (isYanked) entry.yank = 'acknowledged';
    else if (entry.yankLife < world.registry.life) entry.yank = 'none';
    return;
  }
  const isExpected = entry.yank === 'acknowledged';
  if (isYanked !== isExpected) {
    world.violate(
      `${describe(entry)} is ${isYanked ? 'yanked, but nobody yanked it' : 'not yanked any more'}`,
    );
  }
}
