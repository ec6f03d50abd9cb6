#!/usr/bin/env node
// The command `prime-registry`, in JavaScript: an old Node.js must get as far as the check.
import { checkNode } from '@prime-registry/launch/check-node';
import { importBundle } from '@prime-registry/launch/clone-bundle';
import { useCompileCache } from '@prime-registry/launch/compile-cache';
import { resolveOwnFiles } from '@prime-registry/launch/own-files';
import { runMain } from '@prime-registry/launch/run-main';

if (checkNode('prime-registry')) {
  resolveOwnFiles();
  void runMain('prime-registry', () => {
    const bundle = importBundle('server');
    if (bundle !== undefined) return bundle;
    useCompileCache();
    return import('./main.ts');
  });
}
