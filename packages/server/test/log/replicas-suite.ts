// The log of a registry with two servers, on any database: no client sees it shrink, whichever server answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObservedServer } from '../http/response-cache/observed-server.ts';
import { LogVerifier } from './verified-proof.ts';

const ROUNDS = 4;

/** Declares the tests for two servers of one registry. */
export function testLogOfReplicas(one: ObservedServer, other: ObservedServer): void {
  const logs = [new LogVerifier(one.anonymous), new LogVerifier(other.anonymous)] as const;

  test('a checkpoint of one server has what the other has acknowledged', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [writer, reader] = round % 2 === 0 ? [one, logs[1]] : [other, logs[0]];
      // Its answer is kept now.
      await reader.newest();
      const receipt = await writer.admin.mustPublish({ name: '@acme/replicated', version: `1.0.${round}` });
      const { size } = await reader.newest();
      assert.ok(size > (receipt.log?.index ?? assert.fail('no log')), `${size} in round ${round}`);
    }
  });

  test('servers sign the same text for the same tree', async () => {
    const texts = await Promise.all(
      [one, other].map(async ({ anonymous }) => (await anonymous.get('/-/log/checkpoint')).text),
    );
    assert.equal(texts[0], texts[1]);
  });

  test('publishes through both at once have proofs of one tree', async () => {
    const versions = Array.from({ length: 6 }, (_, index) => `2.0.${index}`);
    const receipts = await Promise.all(
      versions.map((version, index) =>
        (index % 2 === 0 ? one : other).admin.mustPublish({ name: '@acme/replicated', version }),
      ),
    );
    const indexes = await Promise.all(
      receipts.map(async ({ log }) => (await logs[0].openProof(log?.proof ?? '')).index),
    );
    assert.equal(new Set(indexes).size, versions.length);
    for (const [position, version] of versions.entries()) {
      const later = await logs[position % 2 === 0 ? 1 : 0].prove('@acme/replicated', version);
      assert.equal(later.index, indexes[position]);
    }
  });
}
