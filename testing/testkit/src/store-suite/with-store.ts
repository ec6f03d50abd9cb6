// A test with a store of its own.
import { test } from 'node:test';
import type { RegistryStore } from '@prime-registry/store';

/** Opens an empty store. The suite closes it. */
export type OpenStore = () => Promise<RegistryStore>;

/** Declares a test; the store is empty at its begin and closed at its end. */
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
