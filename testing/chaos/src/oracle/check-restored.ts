// Checks a restored registry: it knows which versions it lost, if a backup knew them, and says that it was
// restored until the operator has settled that.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand, type SeededRandom } from '@prime-registry/testkit';
import { parse } from '../http/judge-problem.ts';
import { publish } from '../load/write.ts';
import { drawDraft, formOf } from '../model/draft.ts';
import { describe, type Snapshot, type VersionEntry } from '../model/ledger.ts';
import type { LivePlace } from '../registry/live-place.ts';
import type { World } from '../world.ts';

const SAMPLE = 10;
const WARNING_TIMEOUT_MS = 5000;

/** What to check. */
export interface RestoreCheck {
  readonly world: World;
  readonly place: LivePlace;
  readonly random: SeededRandom;
  /** What the registry says that it lost: digests by name and identity. */
  readonly lost: ReadonlyMap<string, string>;
  /** What the newest backup knew. */
  readonly known: Snapshot;
}

/** Checks a registry that was just restored. Clients may use it in the meantime. */
export async function checkRestored(check: RestoreCheck): Promise<void> {
  const { world, place, random } = check;
  await checkRestoreWarning(world, place);
  await checkMemory(check);
  for (let count = 0; count < SAMPLE; count += 1) await tryToReplace(check);
  if (random.chance(0.3)) await checkVerify(world, place);
  if (random.chance(0.3)) await settle(world, place);
}

/** Each start says that the registry was restored, as long as the file is there. */
export async function checkRestoreWarning(world: World, { disk }: LivePlace): Promise<void> {
  const isMarked = existsSync(join(disk.folder, 'restored.json'));
  const giveUpMs = performance.now() + WARNING_TIMEOUT_MS;
  while (isMarked && !isWarned(world) && performance.now() < giveUpMs) await delay(5);
  if (isWarned(world) !== isMarked)
    world.violate(
      `the log ${isMarked ? 'does not say' : 'says'} that the registry was restored at ${disk.folder}`,
    );
}

function isWarned({ registry }: World): boolean {
  return /"backup_of":"[^"]+","restored_at":"[^"]+".*this registry was restored/.test(registry.log);
}

/** Every version that the newest backup knew is here, or known as lost with its digest. */
async function checkMemory({ world, lost, known }: RestoreCheck): Promise<void> {
  for (const [entry, sha256] of known.digests) {
    const remembered = lost.get(describe(entry));
    if (remembered !== undefined) {
      if (remembered !== sha256) world.violate(`${describe(entry)} is remembered as ${remembered}`);
      continue;
    }
    const answer = await world.ask({ path: `/pack/${entry.name}/${entry.identity}` });
    if (typeof answer !== 'string' && parse(answer.body)?.sha256 !== sha256)
      world.violate(`${describe(entry)} was known to a backup, and is forgotten: ${answer.body}`);
  }
}

/** A lost version is refused with other bytes, and sometimes published again with its own. */
async function tryToReplace({ world, random }: RestoreCheck): Promise<void> {
  const lost = world.ledger.entries.filter(
    ({ fact, rememberedSha256 }) => fact === undefined && rememberedSha256 !== undefined,
  );
  if (lost.length === 0) return;
  const entry = random.pick(lost);
  await tryOtherBytes(world, random, entry);
  const own = entry.attempts.find(({ draft }) => draft.sha256 === entry.rememberedSha256);
  if (own === undefined) return world.violate(`${describe(entry)} is remembered, but was never published`);
  if (random.chance(0.7)) return;
  await publish(world, own.draft, random);
  if (entry.fact !== own.draft) world.violate(`${describe(entry)} was refused with its own bytes`);
}

async function tryOtherBytes(world: World, random: SeededRandom, entry: VersionEntry): Promise<void> {
  const { contentType, body } = formOf(drawDraft(random, entry.name, entry.identity), random);
  const question = { path: '/publish', headers: { 'content-type': contentType }, body };
  const answer = await world.ask({ method: 'POST', ...question, token: world.tokens.admin });
  const isRefused =
    typeof answer !== 'string' &&
    answer.status === 409 &&
    answer.body.includes(entry.rememberedSha256 ?? 'a digest');
  if (isRefused) world.refusals += 1;
  else
    world.violate(
      `${describe(entry)} was lost, and other bytes were answered with ${typeof answer === 'string' ? answer : answer.body}`,
    );
}

async function checkVerify(world: World, { disk, environment }: LivePlace): Promise<void> {
  const { code, stdout } = await runCommand(['verify', '--json', '--data', disk.folder], environment);
  const [summary = ''] = stdout.trimEnd().split('\n').slice(-1);
  if (code !== 0 || !summary.includes('"restored":{"backup_of"'))
    world.violate(`verify of a restored registry ended with ${code}: ${stdout}`);
}

/** The operator deletes the file. */
async function settle(world: World, place: LivePlace): Promise<void> {
  rmSync(join(place.disk.folder, 'restored.json'));
  const heal = world.disturb('connections');
  await world.registry.end('SIGKILL');
  await world.registry.start();
  heal();
  await checkRestoreWarning(world, place);
}
