// What a command uses of its process. Tests replace it, and run commands in their own process.
import type { Readable, Writable } from 'node:stream';

/** An output stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The environment and the streams of a command; `process` is one. */
export interface CommandHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}
