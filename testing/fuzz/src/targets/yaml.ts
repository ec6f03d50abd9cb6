// Text that looks like YAML, but seldom like a manifest.
import type { Target } from '../target.ts';
import { checkManifest, YAML_WORDS } from './manifest.ts';

export const yaml: Target = {
  name: 'yaml',
  weight: 12,
  usualBytes: 1000,
  dictionary: YAML_WORDS,
  open: () => ({ run: checkManifest }),
};
