// Entry point for versions to insert directly, for tests of what only one kind of store does.
export { ACT, insert, insertNew, newVersion, versionOf, yank } from '../store-suite/inserts/new-version.ts';
