// The loop finds deliberate flaws, minimises the inputs and is repeatable.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SeededRandom } from '@prime-registry/testkit';
import { readCorpus } from '../src/corpus.ts';
import { fuzzTarget, type TargetReport } from '../src/fuzz-target.ts';
import { MAX_INPUT_BYTES, mutate } from '../src/mutate.ts';
import type { OpenTarget } from '../src/target.ts';
import { TARGETS } from '../src/targets/index.ts';

const SEEDS = [Buffer.from('one line\nand another 12\n'), Buffer.from('')];

/** Fuzzes an artificial target. */
function fuzz(run: OpenTarget['run'], inputs = 20_000): Promise<TargetReport> {
  const target = {
    name: 'made-up',
    weight: 1,
    usualBytes: 200,
    dictionary: ['boom', 'bang'],
    open: () => ({ run }),
  };
  return fuzzTarget(target, SEEDS, new SeededRandom('test'), inputs);
}

suite('the loop', () => {
  test('reports no failures of a correct target', async () => {
    const { failures, inputs, outcomes } = await fuzz((input) => String(input.length % 7));
    assert.deepEqual(failures, []);
    assert.deepEqual([inputs, outcomes], [20_000, 7]);
  });

  test('finds errors, sync or async, and minimises the input', async () => {
    for (const run of [failAtOnce, async (input: Buffer) => failAtOnce(input)]) {
      const { failures } = await fuzz(run);
      assert.deepEqual(
        failures.map(({ what, input }) => [what, input.toString()]),
        [['TypeError: it blew up', 'boombang']],
      );
    }
  });

  test('reaches deep states through inputs with new outcomes', async () => {
    const { failures } = await fuzz((input) => {
      const depth = /^o?n?e?/.exec(input.toString())?.[0].length ?? 0;
      if (/^(?:boom){4}/.test(input.toString())) throw new Error('far off');
      return `${depth} ${/^(?:boom)*/.exec(input.toString())?.[0].length}`;
    });
    assert.deepEqual(
      failures.map(({ input }) => input.toString()),
      ['boom'.repeat(4)],
    );
  });

  test('the same seed makes the same inputs', async () => {
    const seen: [string[], string[]] = [[], []];
    for (const inputs of seen) {
      await fuzz((input) => {
        inputs.push(input.toString('hex'));
        return String(input.length);
      }, 500);
    }
    assert.deepEqual(seen[0], seen[1]);
    assert.ok(new Set(seen[0]).size > 250);
  });
});

function failAtOnce(input: Buffer): string {
  const text = input.toString();
  if (text.includes('boom') && text.includes('bang')) throw new TypeError('it blew up');
  return 'fine';
}

suite('the inputs', () => {
  for (const { name, dictionary, usualBytes, repair } of TARGETS) {
    test(`of ${name} start with a corpus and have a size limit`, () => {
      const corpus = readCorpus(name);
      assert.ok(corpus.length > 3);
      const random = new SeededRandom(name);
      for (let count = 0; count < 300; count += 1) {
        const mutant = mutate(random, { corpus, dictionary, usualBytes });
        assert.ok(mutant.length <= MAX_INPUT_BYTES);
        assert.equal(repair?.(Buffer.from(mutant)).length ?? mutant.length, mutant.length);
      }
    });
  }
});
