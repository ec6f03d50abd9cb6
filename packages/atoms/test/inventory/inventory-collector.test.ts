// Files of a streaming tarball give the same inventory as files that are read one after another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InventoryCollector } from '../../src/index.ts';
import { buildInventory, source } from '../build-inventory.ts';

const FILES = {
  'pack.yaml': 'name: "@s/n"\n',
  'primes/one.prime': source('@s/one', '  see: [@s/two]'),
  'primes/two.prime': source('@s/two'),
  'primes/empty.prime': '',
  'README.md': 'x'.repeat(1000),
};

function stream(
  collector: InventoryCollector,
  files: Readonly<Record<string, string>>,
  pieceBytes: number,
): void {
  for (const [path, text] of Object.entries(files)) {
    const bytes = new TextEncoder().encode(text);
    collector.onFile(path, bytes.length);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.slice(at, at + pieceBytes);
      collector.onContent(piece);
      // Valid only during the call.
      piece.fill(0);
    }
    collector.onFileEnd();
  }
}

test('the inventory does not depend on the sizes of the chunks', async () => {
  const expected = await buildInventory(FILES);
  assert.equal(expected.atoms.length, 2);
  for (const pieceBytes of [1, 7, 4096]) {
    const collector = new InventoryCollector();
    stream(collector, FILES, pieceBytes);
    assert.deepEqual(await collector.finish(), expected);
  }
});

test('only files with atoms count as collected', () => {
  const collector = new InventoryCollector();
  stream(collector, FILES, 100);
  assert.equal(collector.takenBytes, FILES['primes/one.prime'].length + FILES['primes/two.prime'].length);
});

test('after giveUp it collects nothing more, and has no inventory', async () => {
  const collector = new InventoryCollector();
  collector.onFile('primes/one.prime', 100);
  assert.equal(collector.takenBytes, 100);
  collector.giveUp();
  assert.equal(collector.takenBytes, 0, 'the memory is free for others');
  collector.onContent(new Uint8Array(100));
  collector.onFileEnd();
  stream(collector, FILES, 100);
  assert.equal(await collector.finish(), undefined);
});

test('files beyond the budget are not collected', async () => {
  const collector = new InventoryCollector();
  for (let file = 0; file < 300; file += 1) {
    collector.onFile(`primes/${file}.prime`, 256 * 1024);
    collector.onContent(new Uint8Array(256 * 1024).fill(0x20));
    collector.onFileEnd();
  }
  assert.equal(collector.takenBytes, 64 * 1024 * 1024);
  assert.equal((await collector.finish())?.problemCount, 1);
});
