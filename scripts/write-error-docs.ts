// `npm run docs:errors`: updates the table of error codes in docs/errors.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withErrorTable } from './error-docs.ts';

const path = join(import.meta.dirname, '../docs/errors.md');
writeFileSync(path, withErrorTable(readFileSync(path, 'utf8')));
