// A client that remembers every head of a log finds each one that contradicts another.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { GrowingTree } from '../../src/model/growing-tree.ts';
import { LogMemory } from '../../src/model/log-memory.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** The verifier key of this name. */
function vkeyOf(name: string): string {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([Buffer.of(1), Buffer.from(x, 'base64url')]);
  const id = createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 8);
  return `${name}+${id}+${key.toString('base64')}`;
}

/** A signed head. */
function noteOf(name: string, size: number, root: Buffer | undefined): string {
  const text = `${name}\n${size}\n${root?.toString('base64')}\n`;
  const id = Buffer.from(vkeyOf(name).split('+')[1] ?? '', 'hex');
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  return `${text}\n— ${name} ${signature}\n`;
}

function treeOf(...entries: string[]): GrowingTree {
  const tree = new GrowingTree();
  for (const entry of entries) tree.append(Buffer.from(entry));
  return tree;
}

const meet = (memory: LogMemory, origin: string) => memory.meet({ origin, vkey: vkeyOf(origin) });

test('two roots for one size are a fork, and so is another name without a restore', () => {
  const memory = new LogMemory();
  assert.equal(meet(memory, 'log'), undefined);
  const [tree, fork] = [treeOf('a', 'b', 'c'), treeOf('a', 'x', 'c')];
  assert.equal(memory.see(noteOf('log', 2, tree.rootOf(2))), undefined);
  assert.equal(memory.see(noteOf('log', 3, tree.rootOf(3))), undefined);
  assert.match(
    memory.see(noteOf('log', 2, fork.rootOf(2))) ?? '',
    /^FORK: the log has two roots for 2 entries/,
  );
  assert.match(memory.see(noteOf('other', 3, tree.rootOf(3))) ?? '', /is of other, not of log/);
  assert.match(meet(memory, 'other') ?? '', /is called other, and was log/);
  const forged = noteOf('log', 4, tree.rootOf(3)).replace('\n4\n', '\n5\n');
  assert.match(memory.see(forged) ?? '', /signature is not of this text/);
});

test('a restored log has another name, and all that the backup had', () => {
  const begin = () => {
    const memory = new LogMemory();
    meet(memory, 'log');
    for (const entry of ['a', 'b', 'c']) memory.tree.append(Buffer.from(entry));
    for (const size of [1, 2, 3]) memory.see(noteOf('log', size, memory.tree.rootOf(size)));
    memory.expectRestart(2);
    return memory;
  };
  const previous = { origin: 'log', size: 2 };
  assert.match(meet(begin(), 'log') ?? '', /still called log after a restore/);
  const right = begin();
  assert.equal(meet(right, 'log/2'), undefined);
  assert.equal(right.goOn(treeOf('a', 'b', 'begin'), previous), undefined);
  assert.deepEqual(
    right.heads.map(({ size }) => size),
    [1, 2],
  );
  assert.match(right.meet({ origin: 'log', vkey: vkeyOf('log') }) ?? '', /the log is called log again/);
  for (const [tree, said, problem] of [
    [treeOf('a', 'x', 'begin'), previous, /does not contain the head of 2 entries/],
    [treeOf('a', 'begin'), { origin: 'log', size: 1 }, /has 1 entries, and 2 were there/],
    [treeOf('a', 'b', 'begin'), { origin: 'elsewhere', size: 2 }, /says that it was called elsewhere/],
  ] as const) {
    const memory = begin();
    meet(memory, 'log/2');
    assert.match(memory.goOn(tree, said) ?? '', problem);
  }
});
