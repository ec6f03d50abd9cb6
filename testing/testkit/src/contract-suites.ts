// The door to the contract suites, apart from the other door: they bring the test runner along.
export { type InventoryFixture, testBlobInventory } from './blob-inventory-suite.ts';
export { testBlobStore } from './blob-store-suite.ts';
export { testRegistryStore } from './store-suite/store-suite.ts';
