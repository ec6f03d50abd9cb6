// The door to versions for a store, for tests of what only some stores do.
export { ACT, insert, newVersion, versionOf, yank } from './store-suite/new-version.ts';
