// Entry point of the contract suites, separate because they import the test runner.
export { type InventoryFixture, testBlobInventory } from './blob-suite/blob-inventory-suite.ts';
export { testBlobStore } from './blob-suite/blob-store-suite.ts';
export { writeNewDatabase } from './new-database.ts';
export { testAudit } from './store-suite/audit.ts';
export { testBindings } from './store-suite/bindings.ts';
export { testClosed } from './store-suite/closed.ts';
export { testExchanges } from './store-suite/exchanges.ts';
export { testChecks } from './store-suite/inserts/checks.ts';
export { testEvictions } from './store-suite/lifecycle/evictions.ts';
export { testLostVersions } from './store-suite/lifecycle/lost-versions.ts';
export { testTombstones } from './store-suite/lifecycle/tombstones.ts';
export { testMaintenance } from './store-suite/maintenance.ts';
export { testSeenVersions } from './store-suite/seen-versions.ts';
export { testSignatures } from './store-suite/signatures.ts';
export { testRegistryStore } from './store-suite/store-suite.ts';
export { testTokens } from './store-suite/tokens.ts';
