// The process of an attacker. It has the lowest priority, because a real attacker does not use the processors of the
// registry.
import { constants, setPriority } from 'node:os';
import { getAttack } from '../attacks/index.ts';
import type { Span } from '../registry/turns.ts';
import { Attacker, type Target } from './attacker.ts';

/** The order for a process: the attack by name. */
export interface AttackOrder {
  readonly name: string;
  readonly target: Target;
}

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

const { name, target } = JSON.parse(process.argv[2] ?? '{}') as AttackOrder;
setPriority(constants.priority.PRIORITY_LOW);
const end = new AbortController();
const attacker = new Attacker(target, end.signal);
process.once('disconnect', () => process.exit(1));
const run = getAttack(name).arm(attacker);
let ended: Promise<unknown> = Promise.resolve();
process.on('message', (message: 'start' | 'end') => {
  if (message === 'start') {
    ended = run();
    return;
  }
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, END_MS);
  end.abort();
  Promise.race([ended, isLate]).then(
    () => report({ answers: attacker.answers, inputs: attacker.inputs }, () => process.exit(0)),
    () => process.exit(1),
  );
});
report('armed');

function report(what: AttackReport, then: () => void = () => undefined): void {
  process.send?.(what, then);
}
