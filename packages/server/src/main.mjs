#!/usr/bin/env node
// The command `prime-registry`, in JavaScript: an old Node.js must get as far as the check.
import { checkNode } from '@prime-registry/command-line/check-node';

if (checkNode('prime-registry')) await import('./main.ts');
