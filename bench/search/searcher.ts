// One client that searches over HTTP.
import { createClient } from '../load/http-client.ts';
import type { Search } from './times.ts';

/**
 * A client with one keep-alive connection. A search fails unless the status is 200.
 * @param path - of the search
 * @param more - further parameters
 */
export function createSearcher(
  baseUrl: string,
  signal: AbortSignal,
  path = '/search',
  more: Readonly<Record<string, string>> = {},
): { search: Search; close(): void } {
  const { send, close } = createClient(baseUrl, 1, signal);
  let asked = 0;
  const search: Search = async ({ text, limit, offset }) => {
    asked += 1;
    // Each request is different, so that no cache answers it.
    const parameters = { q: text, limit: String(limit), offset: String(offset), n: String(asked), ...more };
    const target = `${path}?${new URLSearchParams(parameters)}`;
    const { status } = await send({ path: target });
    if (status !== 200) throw new Error(`${target} was answered with ${status}`);
  };
  return { search, close };
}
