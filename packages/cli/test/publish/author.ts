// An author whose requests go through a proxy that can break them.
import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createPrimeUser,
  type FaultyProxy,
  type PrimeUser,
  startFaultyProxy,
  type TestRegistry,
} from '@prime-registry/testkit';

/** An author and the proxy in front of the registry. */
export interface Author {
  readonly user: PrimeUser;
  readonly proxy: FaultyProxy;
  /** Removes both. Fails if a command has left temporary files behind. */
  readonly close: () => Promise<void>;
}

/** Creates an author who may publish. */
export async function createAuthor(registry: TestRegistry): Promise<Author> {
  const proxy = await startFaultyProxy(registry.baseUrl);
  const user = await createPrimeUser({
    PRIME_REGISTRY: proxy.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
  const temporaryFolder = join(user.project, '..', 'temporary');
  await mkdir(temporaryFolder);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) user.environment[name] = temporaryFolder;
  return {
    user,
    proxy,
    async close() {
      const leftBehind = await readdir(temporaryFolder);
      await Promise.all([user.remove(), proxy.close()]);
      assert.deepEqual(leftBehind, [], 'no files are left after any outcome');
    },
  };
}
