// Entry point of the contract suites, separate because they import the test runner.
export { type InventoryFixture, testBlobInventory } from './blob-inventory-suite.ts';
export { testBlobStore } from './blob-store-suite.ts';
export { writeNewDatabase } from './new-database.ts';
export { testAudit } from './store-suite/audit.ts';
export { testRegistryStore } from './store-suite/store-suite.ts';
export { testTokens } from './store-suite/tokens.ts';
