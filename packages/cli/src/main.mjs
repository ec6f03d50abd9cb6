#!/usr/bin/env node
// The command `prime`, in JavaScript: an old Node.js must get as far as the check.
import { checkNode } from '@prime-registry/command-line/check-node';
import { useCompileCache } from '@prime-registry/command-line/compile-cache';

if (checkNode('prime')) {
  useCompileCache();
  await import('./main.ts');
}
