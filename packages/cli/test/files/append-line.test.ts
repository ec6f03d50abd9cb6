// Files of state to which lines are appended.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { appendLine } from '../../src/files/append-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'prime-append-'));
after(() => rmSync(folder, { recursive: true }));

test('a line that has no room on the disk leaves nothing behind', {
  skip: process.platform === 'win32',
}, () => {
  const path = join(folder, 'known-logs');
  // A shell counts in blocks of 512 or 1024 bytes.
  for (const before of [1000, 500].map((length) => `${'x'.repeat(length - 1)}\n`)) {
    writeFileSync(path, before);
    const code = `
      import { appendLine } from ${JSON.stringify(import.meta.resolve('../../src/files/append-line.ts'))};
      appendLine(${JSON.stringify(path)}, ${JSON.stringify(`${'y'.repeat(100)}\n`)}, '# heading\\n');`;
    const command = 'trap "" XFSZ; ulimit -f 1 && exec "$0" --input-type=module -e "$1"';
    const { stderr } = spawnSync('sh', ['-c', command, process.execPath, code], { encoding: 'utf8' });
    const written = readFileSync(path, 'utf8');
    if (/EFBIG/.test(stderr)) assert.equal(written, before);
    else assert.equal(written, `${before}${'y'.repeat(100)}\n`, stderr);
    appendLine(path, 'z\n', '');
    assert.ok(readFileSync(path, 'utf8').endsWith('\nz\n'));
  }
});
