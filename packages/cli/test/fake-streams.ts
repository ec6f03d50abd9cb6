// Fake streams of a process, readable by tests, with or without a terminal.
import { PassThrough } from 'node:stream';
import type { OutputStream, Streams } from '../src/terminal/terminal.ts';

// The test runner sets the first one for its processes if it runs on a terminal.
for (const name of ['FORCE_COLOR', 'NO_COLOR']) delete process.env[name];

/** Streams for assertions. */
export interface FakeStreams extends Streams {
  readonly stdin: NodeJS.ReadStream;
  /** Everything written to standard output so far. */
  stdoutText(): string;
  stderrText(): string;
  /** Types on the keyboard. */
  type(keys: string): void;
}

/** Makes the streams; with `columns`, all three are terminals of that width. */
export function makeStreams({ columns }: { readonly columns?: number } = {}): FakeStreams {
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const stdin = Object.assign(new PassThrough(), terminal, { setRawMode: () => stdin });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()].map((stream) => {
    const chunks: string[] = [];
    stream.on('data', (chunk) => chunks.push(String(chunk)));
    return { stream: Object.assign(stream, terminal) as OutputStream, read: () => chunks.join('') };
  }) as [Read, Read];
  return {
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdoutText: stdout.read,
    stderrText: stderr.read,
    type: (keys) => void stdin.write(keys),
  };
}

interface Read {
  readonly stream: OutputStream;
  readonly read: () => string;
}
