// Prints lines with backpressure, and stops when the reader is gone or the disk is full.
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { type Flags, formatJsonLine } from '@prime-registry/command-line';
import type { CommandHost, OutputStream } from './command-host.ts';

/** Standard output takes no more; {@link findOutputFailure} says why. */
export class OutputClosedError extends Error {
  override readonly name = 'OutputClosedError';
}

/** The streams of commands, and how each of them failed. */
const watched = new WeakMap<OutputStream, { failure?: NodeJS.ErrnoException }>();

/** Keeps failures of the output of a command, which would otherwise end the process with a stack. */
export function watchOutput({ stdout, stderr }: CommandHost): void {
  watch(stdout);
  watch(stderr);
}

/** Waits until everything is written. @returns why standard output could not be written; undefined if it was */
export async function findOutputFailure({ stdout }: CommandHost): Promise<NodeJS.ErrnoException | undefined> {
  const state = watch(stdout);
  // The callback comes after those of all writes before, also if they fail.
  if (stdout.writableLength > 0) await new Promise<void>((resolve) => stdout.write('', () => resolve()));
  // A stream tells a failure after the call that failed.
  await setImmediate();
  return state.failure;
}

/** Writes a line to standard output; resolves when the next one may be written. @throws OutputClosedError */
export async function printLine({ stdout }: CommandHost, line: string): Promise<void> {
  const state = watch(stdout);
  if (state.failure !== undefined) throw closed(state.failure);
  if (stdout.write(`${line}\n`)) return;
  // The error listener keeps a failure for the next call.
  await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => undefined);
  if (state.failure !== undefined) throw closed(state.failure);
}

function closed(failure: Error): OutputClosedError {
  return new OutputClosedError('standard output is closed', { cause: failure });
}

/** Writes a value as a line of JSON with control characters escaped. */
export function printJson(host: CommandHost, value: unknown): Promise<void> {
  return printLine(host, formatJsonLine(value));
}

/** Prints a value as a line of JSON, if that is asked for, or for people. */
export function printItem<T>(
  host: CommandHost,
  json: Flags[string],
  item: T,
  toJson: (item: T) => unknown,
  toText: (item: T) => string,
): Promise<void> {
  return json === true ? printJson(host, toJson(item)) : printLine(host, toText(item));
}

/** Prints a new secret, alone or in a report as JSON. @param note - for people, on standard error */
export function printSecret(
  { stdout, stderr }: CommandHost,
  json: Flags[string],
  secret: string,
  report: object,
  note: string,
): void {
  stdout.write(`${json === true ? JSON.stringify(report) : secret}\n`);
  if (json !== true) stderr.write(`${note}\n`);
}

function watch(stream: OutputStream): { failure?: NodeJS.ErrnoException } {
  const known = watched.get(stream);
  if (known !== undefined) return known;
  const state: { failure?: NodeJS.ErrnoException } = {};
  watched.set(stream, state);
  stream.on('error', (error) => {
    state.failure ??= error;
  });
  return state;
}
