import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { getBuiltinsWithoutImport } from './builtin-modules.ts';

const folder = mkdtempSync(join(tmpdir(), 'prime-registry-builtins-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs a module as a bundle has it, and returns what it prints. */
function run(code: string): string {
  const file = join(folder, 'main.mjs');
  writeFileSync(file, getBuiltinsWithoutImport(code));
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

const PRINT_LOADED =
  'console.log(process.moduleLoadList.filter((name) => /NativeModule (?:crypto|fs.promises)$/.test(name)).length);';

describe('modules of Node.js in a bundle', () => {
  it('are loaded when a function of them is called', () => {
    const imports = [
      'import fs, { existsSync as exists } from "node:fs";',
      'import { createHash, hash as digest } from "node:crypto";',
      'import { stat } from "node:fs/promises";',
    ];
    assert.equal(run([...imports, PRINT_LOADED].join('\n')), '0');
    const use =
      'console.log(exists("/"), fs.existsSync("/"), digest("sha256", ""), createHash("sha256").digest("hex"), (await stat("/")).isDirectory());';
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    assert.equal(run([...imports, use].join('\n')), `true true ${empty} ${empty} true`);
  });

  it('have their classes, objects and functions with a second form as ever', () => {
    const imports = [
      'import { Transform } from "node:stream";',
      'import { promisify } from "node:util";',
      'import { execFile } from "node:child_process";',
      'import os, { constants } from "node:os";',
      'import { constants as numbers, createHash } from "node:crypto";',
      'import { randomUUID } from "node:crypto";',
    ];
    const use =
      'class Own extends Transform {}; console.log(new Own() instanceof Transform, typeof promisify(execFile)("true").then, os.constants === constants, numbers.RSA_PKCS1_PADDING, typeof createHash, randomUUID().length);';
    assert.equal(run([...imports, use].join('\n')), 'true function true 1 function 36');
  });

  it('that a library in CommonJS requires are loaded when they are used, if they are costly', () => {
    const lines = [
      'import { createRequire } from "node:module";',
      'const __require = createRequire(import.meta.url);',
      'const https = __require("node:https"); const http2 = __require("http2");',
    ];
    const loaded =
      'console.log(process.moduleLoadList.filter((name) => /NativeModule https?2?$/.test(name)).length);';
    assert.equal(run([...lines, loaded].join('\n')), '0');
    const use =
      'class Own extends https.Agent {}; console.log(new Own() instanceof __require("https").Agent, typeof http2.createServer());';
    assert.equal(run([...lines, use].join('\n')), 'true object');
  });

  it('may be the process itself', () => {
    const imports = [
      'import { Buffer as Bytes } from "node:buffer";',
      'import process, { stdout } from "node:process";',
      'import { hash } from "node:crypto";',
    ];
    const use =
      'console.log(process.pid > 0, process.stdout === stdout, Bytes === Buffer, hash("sha256", "").length);';
    assert.equal(run([...imports, use].join('\n')), 'true true true 64');
  });

  it('keep their lines, and other imports', () => {
    const code =
      'import { a } from "./a.js";\nimport { join } from "node:path";\nimport * as all from "node:os";\nconst text = \'import fs from "node:fs";\';\n';
    const [first, second, ...rest] = getBuiltinsWithoutImport(code).split('\n');
    assert.equal(first, 'import { a } from "./a.js";');
    assert.equal(second, 'const { join } = globalThis.process.getBuiltinModule("node:path");');
    assert.deepEqual(rest, code.split('\n').slice(2));
  });
});
