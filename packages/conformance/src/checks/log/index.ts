// The transparency log: not part of the contract, and checked if a registry has one.
import { beyondContract, type Check } from '../../check.ts';
import { headChecks } from './head.ts';
import { proofChecks } from './proof.ts';
import { treeChecks } from './tree.ts';

/** The checks of the log. */
export const logChecks: readonly Check[] = beyondContract([...headChecks, ...proofChecks, ...treeChecks]);
