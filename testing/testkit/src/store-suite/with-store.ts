// A test with a new store.
import { test } from 'node:test';
import type { RegistryStore } from '@prime-registry/store';

/** Opens an empty store. The suite closes it. */
export type OpenStore = () => Promise<RegistryStore>;

/** Declares a test. The store is empty when it starts and closed when it ends. */
export function testWithStore(
  open: OpenStore,
  title: string,
  run: (store: RegistryStore) => Promise<void>,
): void {
  test(title, async () => {
    const store = await open();
    try {
      await run(store);
    } finally {
      await store.close();
    }
  });
}
