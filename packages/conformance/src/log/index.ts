// How the suite reads a log, for other instruments: it shares no code with the registry.
export { readBundle, TILE_WIDTH, tilePathOf } from './bundle.ts';
export { findNoteProblem, readCheckpoint, readHashes, readProofFile } from './note.ts';
export { hashLeaf, hashNode, isConsistent, rootOfInclusion } from './tree.ts';
