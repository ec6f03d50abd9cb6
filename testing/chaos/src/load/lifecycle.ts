// What authors and operators do after a publish: take a yank back, set channels, deprecate, remove.
import type { SeededRandom } from '@prime-registry/testkit';
import type { Answer, NoAnswer } from '../http/ask.ts';
import { drawDraft, formOf } from '../model/draft.ts';
import { describe, MOVER, type VersionEntry } from '../model/ledger.ts';
import type { Registers } from '../model/registers.ts';
import type { World } from '../world.ts';

/** One of the changes, mostly the harmless ones. */
export async function changeSomething(world: World, random: SeededRandom): Promise<void> {
  const rare = random.chance(0.3) ? remove : move;
  await random.pick([unyank, setChannel, setChannel, deprecate, rare])(world, random);
}

/** Takes an acknowledged yank back. */
async function unyank(world: World, random: SeededRandom): Promise<void> {
  const { life } = world.registry;
  if (!world.mayUndo) return;
  const yanked = world.ledger.facts.filter(
    ({ yank, isYankChanging, yankLostLife }) =>
      yank === 'acknowledged' && !isYankChanging && yankLostLife < life,
  );
  if (yanked.length === 0) return;
  const entry = random.pick(yanked);
  entry.yank = 'undoing';
  entry.yankChanges += 1;
  entry.yankLife = life;
  const path = `/-/primes/${entry.name}/${entry.fact.version}/yank`;
  const answer = await send(world, 'DELETE', path);
  if (isAnswered(answer)) {
    if (answer.status === 200) {
      entry.yank = 'none';
      world.changes += 1;
    } else if (!isGone(entry, answer)) complain(world, `the unyank of ${describe(entry)}`, answer);
  }
}

/** Lets the channel of a Prime name one of its versions, or removes it. */
async function setChannel(world: World, random: SeededRandom): Promise<void> {
  const { ledger, registry } = world;
  const name = random.pick(ledger.names);
  const entries = ledger.facts.filter((entry) => entry.name === name);
  if (entries.length === 0 || !ledger.channels.of(name).isFree) return;
  const path = `/-/primes/${name}/channels/chaos`;
  if (random.chance(0.2)) {
    if (ledger.channels.of(name).known === undefined) return;
    const finish = ledger.channels.begin(name, undefined, registry.life);
    record(world, await send(world, 'DELETE', path), { finish, what: path, refusals: [404] });
    return;
  }
  const { fact } = random.pick(entries);
  const finish = ledger.channels.begin(name, fact.version, registry.life);
  const answer = await send(world, 'PUT', path, { version: fact.version });
  // It may be yanked, or removed in the meantime.
  record(world, answer, { finish, what: path, refusals: [409, 410] });
}

/** Deprecates a Prime as a whole, or takes that back. */
async function deprecate(world: World, random: SeededRandom): Promise<void> {
  const { ledger, registry } = world;
  const name = random.pick(ledger.names);
  const hasVersions = ledger.facts.some((entry) => entry.name === name);
  if (!hasVersions || !ledger.deprecations.of(name).isFree) return;
  const path = `/-/primes/${name}/deprecation`;
  if (random.chance(0.4)) {
    if (ledger.deprecations.of(name).known === undefined) return;
    const finish = ledger.deprecations.begin(name, undefined, registry.life);
    record(world, await send(world, 'DELETE', path), { finish, what: path, refusals: [] });
    return;
  }
  const message = `Chaos ${random.integer(0, 2 ** 31)}`;
  const finish = ledger.deprecations.begin(name, message, registry.life);
  record(world, await send(world, 'PUT', path, { message }), { finish, what: path, refusals: [] });
}

/** Moves a Prime to the name of another one, or back. */
async function move(world: World, random: SeededRandom): Promise<void> {
  const { ledger, registry } = world;
  if (!ledger.moves.of(MOVER).isFree || !(await publishMover(world, random))) return;
  const path = `/-/primes/${MOVER}/move`;
  // Another client may have begun in the meantime.
  if (!ledger.moves.of(MOVER).isFree) return;
  if (random.chance(0.3)) {
    const finish = ledger.moves.begin(MOVER, undefined, registry.life);
    return record(world, await send(world, 'DELETE', path), { finish, what: path, refusals: [] });
  }
  const to = random.pick(ledger.names);
  const finish = ledger.moves.begin(MOVER, to, registry.life);
  // The new name may have no version yet, or none that can be installed.
  record(world, await send(world, 'PUT', path, { to }), { finish, what: path, refusals: [409] });
}

/** Publishes the Prime that moves, once. @returns whether it is there */
async function publishMover(world: World, random: SeededRandom): Promise<boolean> {
  const { ledger, tokens } = world;
  if (ledger.hasMover) return true;
  // One at a time: a second one would be refused if the Prime has moved in the meantime.
  if (ledger.isMoverOnItsWay) return false;
  ledger.isMoverOnItsWay = true;
  const { contentType, body } = formOf(drawDraft(random, MOVER, '1.0.0'), random);
  const question = { path: '/publish', headers: { 'content-type': contentType }, body, token: tokens.admin };
  const answer = await world.ask({ method: 'POST', ...question });
  ledger.isMoverOnItsWay = false;
  ledger.hasMover = typeof answer !== 'string' && (answer.status === 201 || answer.status === 409);
  return ledger.hasMover;
}

/** Removes a version for good. */
async function remove(world: World, random: SeededRandom): Promise<void> {
  const { ledger, registry } = world;
  if (!world.mayUndo) return;
  // A yank on its way would be refused for the removal.
  const removable = ledger.facts.filter(
    ({ yank, isYankChanging }) => !isYankChanging && (yank === 'none' || yank === 'acknowledged'),
  );
  if (removable.length === 0) return;
  const entry = random.pick(removable);
  const { name, version } = entry.fact;
  entry.removal = 'sent';
  entry.removalLife = registry.life;
  const channel = ledger.channels.of(name);
  if (channel.known === version || !channel.isFree) channel.mayBeCleared(registry.life);
  const answer = await send(world, 'POST', `/-/primes/${name}/${version}/removal`, { category: 'other' });
  if (!isAnswered(answer)) entry.removal = 'lost';
  else if (answer.status === 200) {
    entry.removal = 'acknowledged';
    entry.isTarballGone = true;
  } else {
    entry.removal = 'lost';
    complain(world, `the removal of ${describe(entry)}`, answer);
  }
}

/** How a change ends. */
interface Ending {
  readonly finish: ReturnType<Registers['begin']>;
  readonly what: string;
  readonly refusals: readonly number[];
}

function record(world: World, answer: Answer | NoAnswer, { finish, what, refusals }: Ending): void {
  if (!isAnswered(answer)) finish('lost');
  else if (answer.status === 200) {
    finish('done');
    world.changes += 1;
  } else {
    finish('refused');
    if (!refusals.includes(answer.status)) complain(world, what, answer);
  }
}

function send(
  world: World,
  method: 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer | NoAnswer> {
  return world.ask({
    method,
    path,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    }),
    token: world.tokens.admin,
  });
}

/** A 503 says nothing about the outcome. */
function isAnswered(answer: Answer | NoAnswer): answer is Answer {
  return typeof answer !== 'string' && answer.status !== 503;
}

function isGone({ removal }: VersionEntry, { status }: Answer): boolean {
  return removal !== 'none' && status === 410;
}

function complain(world: World, what: string, { status, body }: Answer): void {
  world.violate(`${what} was answered with ${status}: ${body}`);
}
