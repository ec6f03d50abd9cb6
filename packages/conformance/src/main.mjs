#!/usr/bin/env node
// The command `prime-conformance`, in JavaScript: an old Node.js must get as far as the check.
import { checkNode } from '@prime-registry/launch/check-node';
import { useCompileCache } from '@prime-registry/launch/compile-cache';
import { resolveOwnFiles } from '@prime-registry/launch/own-files';
import { runMain } from '@prime-registry/launch/run-main';

if (checkNode('prime-conformance')) {
  resolveOwnFiles();
  useCompileCache();
  void runMain('prime-conformance', () => import('./main.ts'));
}
