// Starts the process of the attackers, which attack one after the other.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AttackOrder, AttackRecord, AttackReport, AttackTarget } from './attacker-process.ts';

const MAIN = fileURLToPath(new URL('./attacker-process.ts', import.meta.url));

/** How long an attacker may take to end, after which it is killed: its process has the lowest priority, on a machine that may be busy. */
const END_MS = 120_000;

/** The process of the attackers. */
export class Attackers {
  #child: ChildProcess | undefined;

  /** Waits until an attacker is ready. @throws Error if it fails to get ready */
  async arm(target: AttackTarget): Promise<void> {
    const child = this.#findChild();
    this.#order(target);
    const armed = await nextReport(child);
    if (armed === undefined) throw new Error(`the attacker ended before it was ready (${child.exitCode})`);
  }

  start(): void {
    this.#order('start');
  }

  /** Ends the attack. @returns what it got; undefined if its process failed */
  async end(): Promise<AttackRecord | undefined> {
    const child = this.#findChild();
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    this.#order('end');
    const report = await nextReport(child);
    clearTimeout(timer);
    return report === 'armed' ? undefined : report;
  }

  /** Ends the process. */
  close(): void {
    this.#child?.kill('SIGKILL');
  }

  /** The process; a new one if the last one failed. */
  #findChild(): ChildProcess {
    if (this.#child === undefined || hasEnded(this.#child))
      this.#child = fork(MAIN, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    return this.#child;
  }

  #order(order: AttackOrder): void {
    if (this.#child?.connected) this.#child.send(order);
  }
}

/** What it reports next; undefined if it ends before. */
async function nextReport(child: ChildProcess): Promise<AttackReport | undefined> {
  if (hasEnded(child)) return undefined;
  const abort = new AbortController();
  const { signal } = abort;
  const reported = once(child, 'message', { signal }) as Promise<[AttackReport]>;
  const exited = once(child, 'exit', { signal }).then(() => undefined);
  const first = await Promise.race([reported, exited]);
  for (const each of [reported, exited]) each.catch(() => undefined);
  abort.abort();
  return first?.[0];
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
