// The door of the package: what is inside a Prime. Nothing here does I/O.
export * from './atom.ts';
export { type AtomId, isAtomId, MAX_ATOM_NAME_LENGTH, parseAtomId } from './atom-id.ts';
export { InventoryBuilder } from './inventory/inventory-builder.ts';
export { estimateTokens } from './text/estimate-tokens.ts';
