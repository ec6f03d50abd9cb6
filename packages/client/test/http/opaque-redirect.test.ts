// Platforms that hide redirects, such as browsers: they follow them themselves, and the client checks the
// final URL.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientOf, failureOf, NAME } from '../test-client.ts';
import { VERSION_LIST } from '../wire-answers.ts';

const baseUrl = 'https://registry.example';

/** A `fetch` like that of browsers, for a registry that redirects everything to `target`. */
function browserFetch(target: string, status: number): typeof fetch & { readonly modes: string[] } {
  const modes: string[] = [];
  const browser: typeof fetch = async (_input, init) => {
    modes.push(init?.redirect ?? '');
    if (init?.redirect === 'manual') return landing(null, { type: 'opaqueredirect', status: 0, url: '' });
    const body = status === 200 ? JSON.stringify(VERSION_LIST) : null;
    return landing(body, { status, url: target });
  };
  return Object.assign(browser, { modes });
}

function landing(body: string | null, shown: { type?: string; status: number; url: string }): Response {
  const response = new Response(body, { headers: { 'content-type': 'application/json' } });
  for (const [name, value] of Object.entries(shown)) Object.defineProperty(response, name, { value });
  return response;
}

describe('a hidden redirect', () => {
  it('is followed by the platform for a read', async () => {
    const fetch = browserFetch('https://elsewhere.example/list', 200);
    const { client } = clientOf({ baseUrl }, { fetch });
    assert.equal((await client.versions(NAME)).latest, '1.1.0');
    assert.deepEqual(fetch.modes, ['manual', 'follow']);
  });

  it('does not count as a 404 of the registry when it ends elsewhere', async () => {
    const { client } = clientOf({ baseUrl }, { fetch: browserFetch('https://elsewhere.example/list', 404) });
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'malformed');
    assert.match(message, /redirects to https:\/\/elsewhere\.example\/list, which answered 404/);
  });

  it('counts as a 404 of the registry when it ends there', async () => {
    const { client } = clientOf({ baseUrl }, { fetch: browserFetch(`${baseUrl}/moved`, 404) });
    assert.equal((await failureOf(client.versions(NAME))).status, 404);
  });

  it('is refused when it leaves https', async () => {
    const { client } = clientOf({ baseUrl }, { fetch: browserFetch('http://registry.example/list', 200) });
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'malformed');
    assert.match(message, /which is not encrypted/);
  });

  it('is not followed for a write', async () => {
    const fetch = browserFetch(`${baseUrl}/moved`, 200);
    const { client } = clientOf({ baseUrl }, { fetch });
    const { reason, message } = await failureOf(client.yank(NAME, '1.0.0'));
    assert.equal(reason, 'malformed');
    assert.match(message, /redirects, which is not followed for a DELETE/);
    assert.deepEqual(fetch.modes, ['manual']);
  });
});
