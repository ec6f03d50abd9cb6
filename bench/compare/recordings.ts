// Records the answers of this registry, so that minimal servers can send exactly the same.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '../load/http-client.ts';

/** An answer. Its body is a separate file. */
export interface Recording {
  /** Also the path that repeats the answer, and the name of the file. */
  readonly name: string;
  readonly status: number;
  /** Names and values in turn, without the headers that Node.js adds itself. */
  readonly headers: readonly string[];
  /** Whether the body is read from the disk each time. */
  readonly isStreamed: boolean;
}

/** Headers that Node.js adds to all answers. */
const WRITTEN_BY_NODE = new Set(['date', 'connection', 'keep-alive']);
/** Larger bodies are streamed from the disk, because what counts is the transfer. */
const STREAMED_FROM_BYTES = 500_000;

/** The folder of the bodies. */
export function bodiesFolder(recordings: string): string {
  return join(recordings, 'bodies');
}

/** An answer, and the answer without conditions: the same, unless it is a 304. */
export interface RecordedAnswer {
  readonly answer: Answer;
  readonly body: Buffer;
}

/** Writes answers by name. @param recordings - the folder, which is created */
export async function writeRecordings(
  recordings: string,
  answers: Readonly<Record<string, RecordedAnswer>>,
): Promise<void> {
  await mkdir(bodiesFolder(recordings), { recursive: true });
  const index: Recording[] = [];
  for (const [name, { answer, body }] of Object.entries(answers)) {
    const { status, rawHeaders } = answer;
    const headers = pairs(rawHeaders).filter(([header]) => !WRITTEN_BY_NODE.has(header.toLowerCase()));
    index.push({ name, status, headers: headers.flat(), isStreamed: body.length >= STREAMED_FROM_BYTES });
    await writeFile(join(bodiesFolder(recordings), name), body);
  }
  await writeFile(indexPath(recordings), JSON.stringify(index));
}

/** Reads the recorded answers. */
export async function readRecordings(recordings: string): Promise<readonly Recording[]> {
  return JSON.parse(await readFile(indexPath(recordings), 'utf8')) as Recording[];
}

/** What must be equal in two answers: status, body and header names. */
export function fingerprintOf({ status, rawHeaders, body }: Answer): string {
  const names = pairs(rawHeaders).map(([name]) => name.toLowerCase());
  return JSON.stringify([status, createHash('sha256').update(body).digest('hex'), names.sort()]);
}

function indexPath(recordings: string): string {
  return join(recordings, 'index.json');
}

function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ]);
}
