// What is remembered of the searches of an upstream is small, whatever it answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SearchElsewhere } from '../../../src/mirror/search/search-elsewhere.ts';
import type { Upstream, UpstreamHit } from '../../../src/mirror/upstreams/upstream.ts';

const MIB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function usedBytes(): number {
  collectGarbage();
  return getHeapStatistics().used_heap_size;
}

/** Searches an upstream many times. @returns the bytes that are in use afterwards, and the last findings */
async function searchOften(times: number, answer: (text: string) => UpstreamHit[]) {
  const upstream = {
    ...{ url: 'http://127.0.0.1:1', supplies: () => true },
    search: async (text: string) => ({ hits: answer(text), isWhole: true }),
  } as unknown as Upstream;
  const searches = new SearchElsewhere({
    ...{ upstreams: [upstream], localScopes: new Set<string>(), now: () => 0 },
    store: { listStandings: async () => new Map(), listRemovedOf: async () => new Set<string>() },
    ...{ onFailure: assert.ifError, signal: new AbortController().signal },
  });
  const before = usedBytes();
  for (let index = 0; index < times; index += 1) await searches.find({ text: `text ${index}`, offset: 0 });
  const grown = usedBytes() - before;
  return { grown, findings: await searches.find({ text: `text ${times - 1}`, offset: 0 }) };
}

/** A new text, as if it was just read. */
const textOf = (length: number, start: string): string => Buffer.alloc(length, `${start} 茶`).toString();

test('of long descriptions only the beginning stays in memory', async () => {
  const { grown, findings } = await searchOften(100, (text) => [
    { name: '@acme/p', version: '1.0.0', description: textOf(400_000, text) },
  ]);
  assert.equal(findings.hits[0]?.description.length, 1001);
  assert.ok(grown < 8 * MIB, `${grown} bytes`);
});

test('many answers of the largest size do not stay in memory', async () => {
  const { grown, findings } = await searchOften(150, (text) =>
    Array.from({ length: 100 }, (_, index) => ({
      ...{ name: `@acme/p${index}`, version: '1.0.0', description: textOf(4000, text) },
    })),
  );
  assert.equal(findings.hits.length, 100);
  assert.ok(grown < 20 * MIB, `${grown} bytes`);
});
