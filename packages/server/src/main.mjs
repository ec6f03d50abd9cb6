#!/usr/bin/env node
// The command `prime-registry`, in JavaScript: an old Node.js must get as far as the check.
import { checkNode } from '@prime-registry/command-line/check-node';
import { useCompileCache } from '@prime-registry/command-line/compile-cache';

if (checkNode('prime-registry')) {
  useCompileCache();
  await import('./main.ts');
}
