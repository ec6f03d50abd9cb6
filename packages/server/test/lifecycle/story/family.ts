// A registry of two replicas on PostgreSQL, a mirror of it, and a mirror of the mirror; each is a process.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, eventually } from '@prime-registry/testkit';
import { createDatabase } from '@prime-registry/testkit/postgres';
import { makeFolder, start, type TemporaryRegistry } from '../../process/temporary-registry.ts';
import { readSurfaces, type Surfaces } from './surfaces.ts';

/** The registries, and what they must say about one Prime. */
export class Family {
  readonly replicas: readonly [TemporaryRegistry, TemporaryRegistry];
  readonly mirrors: readonly [TemporaryRegistry, TemporaryRegistry];
  readonly name: string;
  readonly #word: string;

  private constructor(
    { replicas, mirrors }: Pick<Family, 'replicas' | 'mirrors'>,
    { name, word }: { readonly name: string; readonly word: string },
  ) {
    this.replicas = replicas;
    this.mirrors = mirrors;
    this.name = name;
    this.#word = word;
  }

  /** @param prime - its name, and a word that finds it */
  static async start(
    t: TestContext,
    prime: { readonly name: string; readonly word: string },
  ): Promise<Family> {
    const environment = {
      PRIME_REGISTRY_DATABASE: await createDatabase(),
      PRIME_REGISTRY_ALLOW_STABLE_YANK: 'true',
    };
    const dataFolder = await makeFolder(t);
    const replicas = [
      await start(t, { dataFolder, environment }),
      await start(t, { dataFolder, environment }),
    ] as const;
    const mirror = await start(t, { environment: behind(replicas[0].baseUrl) });
    const second = await start(t, { environment: behind(mirror.baseUrl) });
    return new Family({ replicas, mirrors: [mirror, second] }, prime);
  }

  /** Readers of all registries. */
  get readers(): Actor[] {
    return [...this.replicas, ...this.mirrors].map(({ anonymous }) => anonymous);
  }

  /** Replicas agree at once, mirrors when they ask again. They find and feed only what was read through them. */
  async expectSurfaces(expected: Surfaces): Promise<void> {
    for (const { anonymous } of this.replicas)
      assert.deepEqual(await readSurfaces(anonymous, this.name, this.#word), expected);
    const { found: _, inFeed: __, ...ofLists } = expected;
    for (const { anonymous } of this.mirrors) {
      await eventually(async () => {
        const { found: ___, inFeed: ____, ...seen } = await readSurfaces(anonymous, this.name, this.#word);
        assert.deepEqual(seen, ofLists);
      });
    }
  }

  /** The status of a version, or of what belongs to it. */
  async expectStatus(version: string, expected: number, path = ''): Promise<void> {
    for (const reader of this.readers) {
      await eventually(async () =>
        assert.equal((await reader.get(`/pack/${this.name}/${version}${path}`)).status, expected),
      );
    }
  }

  /** Reads versions all the time. @returns a function that stops it, and returns the statuses that were seen */
  keepReading(versions: readonly string[]): () => Promise<number[]> {
    const statuses = new Set<number>();
    let isOver = false;
    const reading = this.readers.map(async (reader) => {
      for (let round = 0; !isOver; round += 1) {
        const version = versions[round % versions.length];
        for (const path of ['', '/tarball'])
          statuses.add((await reader.get(`/pack/${this.name}/${version}${path}`)).status);
        await delay(5);
      }
    });
    const all = Promise.all(reading);
    // If the test fails in the meantime, the registries are gone.
    all.catch(() => undefined);
    return async () => {
      isOver = true;
      await all;
      return [...statuses].sort();
    };
  }
}

/** Lists of the upstream are stale at once, so that each read follows. */
function behind(url: string): Record<string, string> {
  const upstream = { url, 'allow-private-addresses': true, 'list-max-age': '1ms' };
  return { PRIME_REGISTRY_UPSTREAMS: JSON.stringify([upstream]) };
}
