// The process of the attackers. It has the lowest priority, because a real attacker does not use the processors of the
// registry.
import { constants, setPriority } from 'node:os';
import { getAttack } from '../attacks/index.ts';
import type { Span } from '../registry/turns.ts';
import { Attacker, type Target } from './attacker.ts';

/** The attack by name. */
export interface AttackTarget {
  readonly name: string;
  readonly target: Target;
}

/** The orders for a process: get ready, start, end. */
export type AttackOrder = AttackTarget | 'start' | 'end';

/** What a process reports. */
export type AttackReport = 'armed' | AttackRecord;

/** What the attacker got. */
export interface AttackRecord {
  /** How many answers of each status. */
  readonly answers: Readonly<Record<string, number>>;
  /** When each input was worked on that was sent alone. */
  readonly inputs: readonly (readonly [input: string, Span])[];
}

/** How long the attack may take to end. */
const END_MS = 2000;

setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.exit(1));
process.on('message', (order: AttackOrder) => {
  if (typeof order === 'object') arm(order);
  else if (order === 'start') armed?.start();
  else void armed?.end();
});

interface ArmedAttack {
  start(): void;
  end(): Promise<void>;
}

/** The attack of the last order. */
let armed: ArmedAttack | undefined;

function arm({ name, target }: AttackTarget): void {
  const abort = new AbortController();
  const attacker = new Attacker(target, abort.signal);
  const run = getAttack(name).arm(attacker);
  let ended: Promise<unknown> = Promise.resolve();
  armed = {
    start() {
      ended = run();
    },
    async end() {
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, END_MS);
      abort.abort();
      await Promise.race([ended, isLate]);
      clearTimeout(timer);
      report({ answers: attacker.answers, inputs: attacker.inputs });
    },
  };
  report('armed');
}

function report(what: AttackReport): void {
  process.send?.(what);
}
