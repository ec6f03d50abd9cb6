// Starts the process of an attacker.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AttackOrder, AttackRecord, AttackReport } from './attacker-process.ts';

const MAIN = fileURLToPath(new URL('./attacker-process.ts', import.meta.url));

/** How long an attacker may take to end, after which it is killed: its process has the lowest priority, on a machine that may be busy. */
const END_MS = 120_000;

/** An attacker that is ready. */
export interface RunningAttacker {
  start(): void;
  /** Ends the attack. @returns what it got; undefined if its process failed */
  end(): Promise<AttackRecord | undefined>;
}

/** Starts an attacker and waits until it is ready. @throws Error if it fails to get ready */
export async function startAttacker(order: AttackOrder): Promise<RunningAttacker> {
  const child = fork(MAIN, [JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { promise: exited, resolve } = Promise.withResolvers<undefined>();
  child.once('exit', () => resolve(undefined));
  const armed = await Promise.race([once(child, 'message'), exited]);
  if (armed === undefined) throw new Error(`the attacker ended before it was ready (${child.exitCode})`);
  return {
    start: () => void child.send('start'),
    async end() {
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
      const reported = once(child, 'message') as Promise<[AttackReport]>;
      if (child.connected) child.send('end');
      const report = await Promise.race([reported, exited]);
      await exited;
      clearTimeout(timer);
      return report === undefined || report[0] === 'armed' ? undefined : report[0];
    },
  };
}
