// Reads a tar stream file by file, with backpressure: for streams that are larger than memory.
import { TarReader } from '../tar/tar-reader.ts';
import { TarballRejection } from '../tarball-problem.ts';

export interface TarFile {
  readonly path: string;
  /** Length of the contents, in bytes. */
  readonly sizeBytes: number;
  /** The contents, to be read before the next file is requested; unread contents are then skipped. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A stream that is not tar, or is damaged or truncated; the message is for its author. */
export class TarStreamError extends Error {
  override readonly name = 'TarStreamError';
}

type Step = { readonly file: Omit<TarFile, 'body'> } | { readonly content: Uint8Array };

/**
 * The files of a tar stream, in order, without folders. It is as strict about headers as the inspection of a
 * Prime's tarball, and does not check whether paths are safe.
 * @param chunks - each must stay unchanged until the next is requested
 * @throws TarStreamError
 */
export async function* readTarStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const steps = readSteps(chunks);
  const next = async (): Promise<Step | undefined> => (await steps.next()).value ?? undefined;
  try {
    for (let step = await next(); step !== undefined; step = await next()) {
      if (!('file' in step)) throw new Error('contents come after the header of their file');
      const rest = { bytes: step.file.sizeBytes };
      yield { ...step.file, body: readContents(rest, next) };
      // Skips contents that the consumer did not read.
      for await (const _ of readContents(rest, next));
    }
  } finally {
    await steps.return(undefined);
  }
}

async function* readContents(
  rest: { bytes: number },
  next: () => Promise<Step | undefined>,
): AsyncGenerator<Uint8Array> {
  while (rest.bytes > 0) {
    const step = await next();
    if (step === undefined || !('content' in step))
      throw new Error('a stream that ends within a file is an error');
    rest.bytes -= step.content.length;
    yield step.content;
  }
}

async function* readSteps(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Step, undefined> {
  let steps: Step[] = [];
  const reader = new TarReader({
    onEntry: ({ kind, path, sizeBytes }) => {
      if (kind === 'file') steps.push({ file: { path, sizeBytes } });
    },
    onContent: (content) => steps.push({ content }),
    onMetadata: () => undefined,
  });
  for await (const chunk of chunks) {
    let failure: unknown;
    try {
      reader.push(chunk);
    } catch (error) {
      // The files before it are valid.
      failure = toStreamError(error);
    }
    yield* steps;
    steps = [];
    if (failure !== undefined) throw failure;
  }
  try {
    reader.finish();
  } catch (error) {
    throw toStreamError(error);
  }
  return undefined;
}

function toStreamError(error: unknown): unknown {
  return error instanceof TarballRejection ? new TarStreamError(error.message, { cause: error }) : error;
}
