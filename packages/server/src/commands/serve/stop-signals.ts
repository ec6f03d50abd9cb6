// The signals that stop a server.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const ORPHAN_CHECK_MS = 200;

/** Resolves with the reason to stop: a signal, or a parent process that is gone. */
export function waitForStop(): Promise<string> {
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined;
  return isUnderNpm ? Promise.race([nextSignal(), orphaned()]) : nextSignal();
}

/** Resolves with the next signal that stops a server. */
export async function nextSignal(): Promise<string> {
  const [signal] = await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  return String(signal);
}

/**
 * npm passes a signal to the shell that it started, and the shell dies without passing it on. Under npm, a
 * parent process that is gone counts as the signal.
 */
async function orphaned(): Promise<string> {
  const parent = process.ppid;
  while (process.ppid === parent) await delay(ORPHAN_CHECK_MS, undefined, { ref: false });
  return 'parent gone';
}
