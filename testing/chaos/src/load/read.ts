// Readers: everything that was acknowledged before a request must be served, whole, during any fault.
import { createHash } from 'node:crypto';
import type { SeededRandom } from '@prime-registry/testkit';
import type { Answer } from '../http/ask.ts';
import { parse } from '../http/judge-problem.ts';
import type { Draft } from '../model/draft.ts';
import { describe } from '../model/ledger.ts';
import { comparePrecedence } from '../model/precedence.ts';
import type { World } from '../world.ts';

type Read = (world: World, random: SeededRandom) => Promise<void>;

/** One read of a random kind. */
export async function readAnything(world: World, random: SeededRandom): Promise<void> {
  await random.pick(READS)(world, random);
}

async function readManifest(world: World, random: SeededRandom): Promise<void> {
  const fact = pickFact(world, random);
  if (fact === undefined) return;
  const answer = await world.ask({ path: `/pack/${fact.name}/${spell(fact, random)}` });
  if (!isRead(world, answer, fact, [200])) return;
  const manifest = parse(answer.body) ?? {};
  for (const [field, value] of Object.entries(fact.fields)) {
    if (JSON.stringify(manifest[field]) !== JSON.stringify(value)) {
      world.violate(`${describe(fact)} has the ${field} ${JSON.stringify(manifest[field])}`);
    }
  }
}

async function readTarball(world: World, random: SeededRandom): Promise<void> {
  const fact = pickFact(world, random);
  if (fact === undefined) return;
  const answer = await world.ask({ path: `/pack/${fact.name}/${fact.version}/tarball` }, 'tarballs');
  if (isRead(world, answer, fact, [200])) judgeBytes(world, fact, answer);
}

async function readRange(world: World, random: SeededRandom): Promise<void> {
  const fact = pickFact(world, random);
  if (fact === undefined) return;
  const start = random.integer(0, fact.tarball.length - 1);
  const end = random.integer(start, fact.tarball.length - 1);
  const path = `/pack/${fact.name}/${fact.version}/tarball`;
  const answer = await world.ask({ path, headers: { range: `bytes=${start}-${end}` } }, 'tarballs');
  if (!isRead(world, answer, fact, [206])) return;
  if (!answer.body.equals(fact.tarball.subarray(start, end + 1))) {
    world.violate(`${describe(fact)} has other bytes from ${start} to ${end}`);
  }
}

async function readConditionally(world: World, random: SeededRandom): Promise<void> {
  const fact = pickFact(world, random);
  if (fact === undefined) return;
  const path = `/pack/${fact.name}/${fact.version}/tarball`;
  const first = await world.ask({ method: 'HEAD', path }, 'tarballs');
  if (!isRead(world, first, fact, [200])) return;
  const tag = first.headers.etag ?? '';
  const again = await world.ask({ path, headers: { 'if-none-match': tag } }, 'tarballs');
  isRead(world, again, fact, [304]);
}

async function readList(world: World, random: SeededRandom): Promise<void> {
  const name = random.pick(world.ledger.names);
  const expected = world.ledger.facts
    .filter((entry) => entry.name === name && entry.yank === 'none')
    .map((entry) => ({ entry, yankChanges: entry.yankChanges }));
  const answer = await world.ask({ path: `/pack/${encodeURIComponent(name)}` });
  if (expected.length === 0 || typeof answer === 'string' || answer.status === 503) return;
  if (answer.status !== 200) return world.violate(`the list of ${name} was answered with ${answer.status}`);
  const { versions = [] } = parse(answer.body) as { versions?: { version: string }[] };
  const listed = versions.map(({ version }) => version);
  for (const { entry, yankChanges } of expected) {
    const { fact, removal } = entry;
    // A yank or a removal may have started in the meantime, and a yank may have been taken back.
    const isUnchanged = entry.yankChanges === yankChanges && removal === 'none';
    if (isUnchanged && !listed.includes(fact.version)) {
      world.violate(`${describe(fact)} was acknowledged and is not listed`);
    }
  }
  const isSorted = listed.every(
    (version, at) => at === 0 || comparePrecedence(listed[at - 1] ?? '', version) < 0,
  );
  if (!isSorted) world.violate(`the versions of ${name} are out of order: ${listed.join(' ')}`);
}

async function search(world: World, random: SeededRandom): Promise<void> {
  const word = random.pick([
    'chaos',
    'kittens',
    'quote"',
    '日本',
    '@chaos',
    '-',
    random.pick(world.ledger.names),
  ]);
  const path = `/search?q=${encodeURIComponent(word)}&limit=${random.integer(1, 100)}`;
  const answer = await world.ask({ path });
  if (typeof answer !== 'string' && answer.status !== 200 && answer.status !== 503) {
    world.violate(`a search for ${word} was answered with ${answer.status}`);
  }
}

async function readAbsent(world: World, random: SeededRandom): Promise<void> {
  const name = random.pick([...world.ledger.names, '@chaos/never', '@chaos/Not-A-Name']);
  const answer = await world.ask({ path: `/pack/${name}/99.${random.integer(0, 9)}.0` });
  if (typeof answer !== 'string' && answer.status !== 404 && answer.status !== 503) {
    world.violate(`a version that was never published was answered with ${answer.status}`);
  }
}

const READS: readonly Read[] = [
  readManifest,
  readTarball,
  readRange,
  readConditionally,
  readList,
  search,
  readAbsent,
];

/** Reports a violation if the bytes are not those that were published. */
export function judgeBytes(world: World, fact: Draft, { body, headers }: Answer): void {
  const sha256 = createHash('sha256').update(body).digest('hex');
  if (sha256 !== fact.sha256) world.violate(`${describe(fact)} has the bytes of ${sha256}`);
  if (headers['content-type'] !== 'application/gzip')
    world.violate(`${describe(fact)} is ${headers['content-type']}`);
}

/** Whether it was read. Reports a violation if not, unless a fault explains it. */
export function isRead(
  world: World,
  answer: Answer | string,
  fact: Pick<Draft, 'name' | 'identity'>,
  statuses: readonly number[],
): answer is Answer {
  if (typeof answer === 'string') return false;
  if (statuses.includes(answer.status)) return true;
  const isRemoved = world.ledger.entryOf(fact.name, fact.identity).removal !== 'none';
  if (isRemoved && answer.status === 410) return false;
  // Whether a fault explains a 503 is checked already.
  if (answer.status !== 503)
    world.violate(`${describe(fact)} exists, but was answered with ${answer.status}`);
  return false;
}

function pickFact({ ledger }: World, random: SeededRandom): Draft | undefined {
  const { facts } = ledger;
  return facts.length === 0 ? undefined : random.pick(facts).fact;
}

/** The version as published, or with other build metadata, which means the same. */
function spell({ version, identity }: Draft, random: SeededRandom): string {
  return random.chance(0.9) ? version : `${identity}+other`;
}
