// A reader of the transparency log, who compares each head with one that was seen before.
import type { SeededRandom } from '@prime-registry/testkit';
import { readCheckpoint, readHashes } from 'prime-conformance/log';
import type { Answer, NoAnswer } from '../http/ask.ts';
import { parse } from '../http/judge-problem.ts';
import type { SeenHead } from '../model/log-memory.ts';
import type { World } from '../world.ts';

/** Reads the newest head, and compares it. */
export async function readLog(world: World, random: SeededRandom): Promise<void> {
  const { log } = world.ledger;
  if (!log.isKnown) return;
  const { heads, largestSize } = log;
  const head = await readHead(world);
  if (head === undefined) return;
  if (head.size < largestSize)
    world.violate(`the log has ${head.size} entries, and had ${largestSize} before the request`);
  const before = heads.filter(({ size }) => size <= head.size);
  if (before.length > 0) await compareHeads(world, random.pick(before), head);
}

/** The newest head; undefined if it cannot be read, or is wrong. */
export async function readHead(world: World): Promise<SeenHead | undefined> {
  const { log } = world.ledger;
  const { current } = log;
  const answer = await world.ask({ path: '/-/log/checkpoint' });
  if (!isRead(world, answer, 'the head of the log')) return undefined;
  // A restore may have come in between.
  if (log.current !== current || !log.isKnown) return undefined;
  const note = answer.body.toString();
  const problem = log.see(note);
  world.violate(problem);
  return problem === undefined ? readCheckpoint(note) : undefined;
}

/** Asks the registry to show that a head extends another. */
export async function compareHeads(world: World, from: SeenHead, to: SeenHead): Promise<void> {
  const { log } = world.ledger;
  const { current } = log;
  const answer = await world.ask({ path: `/-/log/consistency?from=${from.size}&to=${to.size}` });
  if (!isRead(world, answer, `the proof that ${to.size} entries extend ${from.size}`)) return;
  if (log.current === current && log.isKnown)
    world.violate(log.compare(from, to, readHashes(answer.body.toString())));
}

/** Learns what the log is called. A registry that does not sign has none. */
export async function meetLog(world: World): Promise<void> {
  const answer = await world.ask({ path: '/-/log' });
  if (!isRead(world, answer, 'the description of the log')) return;
  const { origin, vkeys, halted } = (parse(answer.body) ?? {}) as {
    readonly origin?: string;
    readonly vkeys?: readonly string[];
    readonly halted?: string;
  };
  if (halted !== undefined) world.violate(`the log is halted: ${halted}`);
  world.violate(world.ledger.log.meet({ origin: origin ?? '', vkey: vkeys?.[0] ?? '' }));
}

/** Whether it was read. Whether a fault explains a 503 is checked already. */
export function isRead(world: World, answer: Answer | NoAnswer, what: string): answer is Answer {
  if (typeof answer === 'string' || answer.status === 503) return false;
  if (answer.status === 200) return true;
  world.violate(`${what} was answered with ${answer.status}: ${answer.body}`);
  return false;
}
