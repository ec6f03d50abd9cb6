// Publishers and yankers. Every answer is recorded in the ledger, and checked against what is possible.
import type { SeededRandom } from '@prime-registry/testkit';
import type { Answer, NoAnswer } from '../http/ask.ts';
import { parse } from '../http/judge-problem.ts';
import { type Draft, drawDraft, drawVersion, formOf } from '../model/draft.ts';
import { type Attempt, describe } from '../model/ledger.ts';
import { isPrerelease } from '../model/precedence.ts';
import type { World } from '../world.ts';
import { takeReceipt } from './take-receipt.ts';

/** Publishes a version that may or may not exist. */
export async function publishSomething(world: World, random: SeededRandom): Promise<void> {
  await publish(world, drawDraft(random, random.pick(world.ledger.names), drawVersion(random)), random);
}

/** Publishes one version several times at once, with different bytes. */
export async function compete(world: World, random: SeededRandom): Promise<void> {
  const name = random.pick(world.ledger.names);
  const version = drawVersion(random);
  const rivals = Array.from({ length: random.integer(2, 4) }, () => drawDraft(random, name, version));
  await Promise.all(rivals.map((rival) => publish(world, rival, random)));
}

/** Publishes, and records the outcome. */
export async function publish(world: World, draft: Draft, random: SeededRandom): Promise<void> {
  const { contentType, body } = formOf(draft, random);
  const attempt = world.ledger.begin(draft, world.registry.life);
  const question = {
    path: '/publish',
    headers: { 'content-type': contentType },
    body,
    token: world.tokens.admin,
  };
  recordPublish(world, attempt, await world.ask({ method: 'POST', ...question }));
}

/** Records the answer to a valid publish. */
export function recordPublish(world: World, attempt: Attempt, answer: Answer | NoAnswer): void {
  const { draft } = attempt;
  if (typeof answer === 'string') {
    attempt.state = 'lost';
    return;
  }
  if (answer.status === 201) {
    world.violate(world.ledger.acknowledge(attempt));
    const { name, version, sha256, url, log } = parse(answer.body) ?? {};
    const isRight =
      name === draft.name &&
      version === draft.version &&
      sha256 === draft.sha256 &&
      url === draft.fields.tarball_url;
    if (!isRight) world.violate(`the receipt of ${describe(draft)} is wrong: ${answer.body}`);
    takeReceipt(world, draft, log);
    return;
  }
  attempt.state = 'absent';
  if (answer.status === 409) world.violate(world.ledger.refuseAsTaken(attempt));
  else if (answer.status !== 503) {
    world.violate(`the publish of ${describe(draft)} was answered with ${answer.status}: ${answer.body}`);
  }
}

/** Yanks an existing version, or tries to yank a stable one, which must be refused. */
export async function yankSomething(world: World, random: SeededRandom): Promise<void> {
  const facts = world.ledger.facts.filter(
    ({ isYankChanging, yank }) => !isYankChanging && yank !== 'undoing',
  );
  if (facts.length === 0) return;
  const entry = random.pick(facts);
  const { fact } = entry;
  entry.isYankChanging = true;
  entry.yankChanges += 1;
  const isAllowed = isPrerelease(entry.identity);
  const wasDone = entry.yank === 'acknowledged';
  if (isAllowed && !wasDone) {
    entry.yank = 'sent';
    entry.yankLife = world.registry.life;
  }
  const body = Buffer.from(JSON.stringify({ reason: 'chaos' }));
  const headers = { 'content-type': 'application/json' };
  const path = `/pack/${fact.name}/${fact.version}`;
  const answer = await world.ask({ method: 'DELETE', path, headers, body, token: world.tokens.admin });
  entry.isYankChanging = false;
  if (typeof answer === 'string' || answer.status === 503) {
    if (entry.yank === 'sent') entry.yank = 'lost';
    entry.yankLostLife = world.registry.life;
  } else if (entry.removal !== 'none' && answer.status === 410) return;
  else if (isAllowed && answer.status === 200) entry.yank = 'acknowledged';
  else if (isAllowed || answer.status !== 403) {
    world.violate(`the yank of ${describe(fact)} was answered with ${answer.status}: ${answer.body}`);
  }
}

/** Sends an invalid publish, which must be refused with the right status and have no effect. */
export async function publishWrongly(world: World, random: SeededRandom): Promise<void> {
  const draft = drawDraft(random, random.pick(world.ledger.names), `98.${random.integer(0, 99)}.0`);
  const { contentType, body } = formOf(draft, random);
  const right = { headers: { 'content-type': contentType }, body, token: world.tokens.admin };
  const brokenForm = (change: Partial<Draft>) => ({
    ...right,
    body: formOf({ ...draft, ...change }, random).body,
  });
  const [status, wrong] = random.pick([
    [401, { ...right, token: undefined }],
    [401, { ...right, token: 'pri_nobody' }],
    [403, { ...right, token: world.tokens.stranger }],
    [403, { ...right, token: world.tokens.reader }],
    [400, { ...right, headers: { 'content-type': 'text/plain' } }],
    [400, { ...right, body: body.subarray(0, random.integer(0, body.length - 10)) }],
    [400, brokenForm({ manifestText: draft.manifestText.replace(/license.*/, '') })],
    [400, brokenForm({ manifestText: `${draft.manifestText}"` })],
    [400, brokenForm({ tarball: draft.tarball.subarray(0, -9) })],
    [400, brokenForm({ tarball: random.bytes(2000) })],
    [413, brokenForm({ tarball: Buffer.alloc(1024 * 1024 + 1) })],
  ] as const);
  const answer = await world.ask({ method: 'POST', path: '/publish', ...wrong });
  if (typeof answer === 'string' || answer.status === 503) return;
  if (answer.status !== status)
    world.violate(`a publish that must get ${status} was answered with ${answer.status}: ${answer.body}`);
}
