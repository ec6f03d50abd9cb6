import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takeBuiltinModules } from './builtin-modules.ts';

it('takes modules of Node.js without import, in the same lines', () => {
  const code = [
    'import { a } from "./other.js";',
    'import fs, { readSync, open as openFile } from "node:fs";',
    'import * as path from "node:path";',
    'import process$1, * as all from "node:process";',
    'import { readFile } from "node:fs/promises";',
    'const text = `import x from "node:x"`;',
  ];
  assert.deepEqual(takeBuiltinModules(code.join('\n')).split('\n'), [
    'import { a } from "./other.js";',
    'const fs = process.getBuiltinModule("node:fs"), { readSync, open: openFile } = process.getBuiltinModule("node:fs");',
    'const path = process.getBuiltinModule("node:path");',
    'const process$1 = process.getBuiltinModule("node:process"), all = process.getBuiltinModule("node:process");',
    'const { readFile } = process.getBuiltinModule("node:fs/promises");',
    'const text = `import x from "node:x"`;',
  ]);
});
