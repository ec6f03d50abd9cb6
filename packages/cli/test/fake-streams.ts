// Streams of a process that a test reads, and may take for a terminal.
import { PassThrough } from 'node:stream';
import type { OutputStream, Streams } from '../src/terminal/terminal.ts';

// The runner of the tests sets the first for their processes when it is on a terminal itself.
for (const name of ['FORCE_COLOR', 'NO_COLOR']) delete process.env[name];

/** What is on the streams. */
export interface FakeStreams extends Streams {
  readonly stdin: NodeJS.ReadStream;
  /** Everything written to standard output so far. */
  stdoutText(): string;
  stderrText(): string;
  /** Types on the keyboard. */
  type(keys: string): void;
}

/** Makes them; `columns` makes a terminal of that width of all three. */
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
