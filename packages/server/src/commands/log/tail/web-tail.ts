// The tiles of a log over HTTP: of a registry that serves the same log, or of a web server with a copy.
import { formatTilePath } from '@prime-registry/tlog';
import { MAX_BUNDLE_BYTES, type OpenedTail, TailError } from '../../../log/recovery/tail-source.ts';
import { createGuardedFetch, type WayOut } from '../../../outbound/guarded-fetch.ts';

const TIMEOUT_MS = 30_000;

/** Opens the address that `/checkpoint` and `/tile/…` are below, or of a registry. */
export function openWebTail(address: string, way: WayOut): OpenedTail {
  const [url, ...others] = listPrefixes(address);
  let prefix = url;
  // The operator has typed it, so it may be private.
  const target = { url, timeoutMs: TIMEOUT_MS, allowsPrivateAddresses: true, howToAllow: '' };
  const { fetch, close } = createGuardedFetch(target, way);

  async function read(path: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const what = `${prefix}/${path}`;
    try {
      const response = await fetch(what, {
        redirect: 'error',
        headers: { 'accept-encoding': 'gzip' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      if (response.status === 200) return await readBody(response, what);
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new TailError(`${what} answers ${response.status}; 200 was expected`);
    } catch (error) {
      if (error instanceof TailError) throw error;
      signal.throwIfAborted();
      const { message, cause } = error as Error;
      throw new TailError(`${what} cannot be read: ${cause instanceof Error ? cause.message : message}`);
    }
  }

  return {
    get what() {
      return prefix;
    },

    async readCheckpoint(signal) {
      let note = await read('checkpoint', signal);
      for (const other of note === undefined ? others : []) {
        prefix = other;
        note = await read('checkpoint', signal);
      }
      return note?.toString('utf8');
    },

    readBundle: (bundle, signal) => read(formatTilePath(bundle), signal),
    close,
  };
}

/** An address without a path is that of a registry, whose log is below it, or of a server that has only the log. */
function listPrefixes(address: string): [first: string, ...others: string[]] {
  const plain = address.replace(/\/+$/, '');
  return new URL(plain).pathname === '/' ? [`${plain}/-/log`, plain] : [plain];
}

async function readBody(response: Response, what: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BUNDLE_BYTES) throw new TailError(`${what} is larger than a bundle can be`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
