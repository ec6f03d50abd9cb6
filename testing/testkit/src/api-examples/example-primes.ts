// The Primes that the examples of the API are about.
import { atomFiles } from '../primes/inventory.ts';
import { manifestText, type PrimeDraft } from '../primes/prime-draft.ts';

const POT = { id: '@acme/rule-warm-the-pot', description: 'Warm the pot before the leaves go in.' };
const HEAT = { id: '@acme/fact-heat', kind: 'fact', description: 'Heat draws the taste out.' };
const TEA = { name: '@acme/brewing', description: 'How to brew tea' };
const README = { 'README.md': '# Tea\n\nHow to make it.\n' };

const ONE = { ...TEA, version: '1.0.0', files: { ...atomFiles(POT), ...README } };

/** The first version. Its manifest is bytes, which arrive as they were signed. */
export const FIRST: PrimeDraft = { ...ONE, manifest: Buffer.from(manifestText(ONE)) };

const files = { ...atomFiles({ ...POT, edges: { because: [HEAT.id] } }, HEAT), ...README };

/** What is published after it. */
export const FURTHER: readonly PrimeDraft[] = [
  { ...TEA, version: '1.1.0', files },
  { ...TEA, version: '1.2.0-rc.1', files },
  { name: '@acme/pots', description: 'All about pots' },
];
