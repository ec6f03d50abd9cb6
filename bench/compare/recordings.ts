// The answers of our registry in a folder, so that servers that do nothing else can give exactly the same.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '../load/http-client.ts';

/** An answer without its body, which is a file. */
export interface Recording {
  /** Also the path at which it is repeated, and the name of the file. */
  readonly name: string;
  readonly status: number;
  /** Names and values in turn; without those that Node.js writes by itself. */
  readonly headers: readonly string[];
  /** Whether the body is to be read from the disk each time. */
  readonly isStreamed: boolean;
}

/** Node.js writes these for our registry and for whoever repeats it. */
const WRITTEN_BY_NODE = new Set(['date', 'connection', 'keep-alive']);
/** From this size on what counts is how fast a file can be sent. */
const STREAMED_FROM_BYTES = 500_000;

/** Where the bodies are. */
export function bodiesFolder(recordings: string): string {
  return join(recordings, 'bodies');
}

/** What was answered, and what is answered without conditions: the same, unless it was a 304. */
export interface RecordedAnswer {
  readonly answer: Answer;
  readonly body: Buffer;
}

/** Writes answers by name. @param recordings - the folder; made here. */
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

/** What was written. */
export async function readRecordings(recordings: string): Promise<readonly Recording[]> {
  return JSON.parse(await readFile(indexPath(recordings), 'utf8')) as Recording[];
}

/** What must be the same in two answers: status, body, and the names of the headers. */
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
