// One client that searches over HTTP.
import { createClient } from '../load/http-client.ts';
import type { Search } from './times.ts';

/** A client with one keep-alive connection. A search fails unless the status is 200. */
export function createSearcher(baseUrl: string, signal: AbortSignal): { search: Search; close(): void } {
  const { send, close } = createClient(baseUrl, 1, signal);
  let asked = 0;
  const search: Search = async ({ text, limit, offset }) => {
    asked += 1;
    // Each request is different, so that no cache answers it.
    const parameters = { q: text, limit: String(limit), offset: String(offset), n: String(asked) };
    const path = `/search?${new URLSearchParams(parameters)}`;
    const { status } = await send({ path });
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
  };
  return { search, close };
}
