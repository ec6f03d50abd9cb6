// Assembles the WitnessStore.
import type { WitnessStore } from '../contracts/log/witness-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { createCosignedHeads } from './cosigned-heads.ts';
import { createWitnessedLogs } from './witnessed-logs.ts';

export function createWitnessStore(deps: SqlStoreDeps): WitnessStore {
  return { ...createCosignedHeads(deps), ...createWitnessedLogs(deps) };
}
