// The table of contents: its form, its bounds, and texts that want to be more than text.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inventoryOf } from '@prime-registry/testkit';
import { toIndexPrime } from '../../../src/install/index-files/index-item.ts';
import {
  MAX_FILE_BYTES,
  MAX_WITH_ATOMS_BYTES,
  renderIndex,
} from '../../../src/install/index-files/render-index.ts';
import { MAX_JSON_BYTES } from '../../../src/install/index-files/render-json.ts';

const LOCKED = { name: '@acme/web-style', version: '1.0.0', sha256: 'a'.repeat(64) };
const HOSTILE =
  'a | b\n\n# Heading\n<script>x</script> [l](http://e) `code` ![i](u) \u202egnp\u0007 *em*. Second.';

const SOURCE = await inventoryOf([{ id: '@acme/rule-a' }]);

/** Atoms as no registry accepts them: a lock file may name what another program has made. */
function describePrime(count: number, description = 'Plain. More.', name = LOCKED.name) {
  const [atom = assert.fail()] = SOURCE.atoms;
  const atoms = Array.from({ length: count }, (_, index) => ({
    ...{ ...atom, description, path: `primes/${description}.prime` },
    id: `@acme/rule-${String(index).padStart(5, '0')}`,
  }));
  return toIndexPrime({ ...LOCKED, name }, { description, atoms }, true);
}

describe('the table of contents', () => {
  test('has each Prime, and its atoms by kind, with sentence, file and tokens', async () => {
    const { atoms } = await inventoryOf([
      { id: '@acme/rule-b', description: 'Second one. Not this.' },
      { id: '@acme/rule-a', description: 'First one' },
      { id: '@acme/fact-c', kind: 'fact' },
    ]);
    const files = renderIndex([toIndexPrime(LOCKED, { description: 'About the web', atoms }, true)]);
    assert.deepEqual([...files.keys()], ['INDEX.md', 'index.json']);
    const [fact, first, second] = atoms.map(
      ({ tokens: { summary, core, full } }) => `${summary} / ${core} / ${full}`,
    );
    const lines = (files.get('INDEX.md') ?? '').split('\n');
    assert.match(lines[5] ?? '', /^\| Prime \| Version/);
    assert.match(
      lines[7] ?? '',
      /^\| @acme\/web-style \| 1\.0\.0 \| 3 \| \d+ \/ \d+ \/ \d+ \| About the web \|$/,
    );
    assert.deepEqual(
      lines.slice(8).filter((line) => /^#|^\| @/.test(line)),
      [
        '## @acme/web-style 1.0.0',
        '### fact (1)',
        `| @acme/fact-c |  | @acme/web-style/primes/sources/@acme/fact-c.prime:1 | ${fact} |`,
        '### rule (2)',
        `| @acme/rule-a | First one | @acme/web-style/primes/sources/@acme/rule-a.prime:1 | ${first} |`,
        `| @acme/rule-b | Second one. | @acme/web-style/primes/sources/@acme/rule-b.prime:1 | ${second} |`,
      ],
    );
    const { primes, columns } = JSON.parse(files.get('index.json') ?? '');
    assert.deepEqual(columns.slice(0, 4), ['id', 'kind', 'sentence', 'file']);
    assert.deepEqual(
      [primes[0].sha256, primes[0].atoms.length, primes[0].atoms[1][2]],
      [LOCKED.sha256, 3, 'First one'],
    );
  });

  test('keeps texts of strangers on one line of one cell', async () => {
    const files = renderIndex([describePrime(1, HOSTILE)]);
    for (const text of files.values()) {
      assert.ok(!text.includes('\u202e') && !text.includes('\u0007'));
      assert.doesNotMatch(text, /^# Heading/m);
    }
    const rows = (files.get('INDEX.md') ?? '').split('\n').filter((line) => line.startsWith('| @'));
    assert.equal(rows.length, 2);
    for (const row of rows) {
      const cells = row.match(/(?<!\\)\|/g)?.length;
      assert.ok(cells === 5 || cells === 6, row);
      assert.doesNotMatch(row, /(?<!\\)[<`[*]/);
      assert.match(row, /a \\\| b # Heading \\<script\\>x/);
    }
  });

  test('keeps a description from being a heading or a list, in the file of its Prime', () => {
    const long = describePrime(400, 'word '.repeat(40));
    for (const description of ['# Installed Primes', '## rule (9)', '- item', '1. item', '~~~', '+ item']) {
      const prime = { ...long, description };
      const text = renderIndex([prime]).get('index/@acme/web-style.md') ?? '';
      assert.ok(text.includes(description));
      assert.ok(
        !text.split('\n').some((line) => line.trimStart().startsWith(description)),
        text.slice(0, 300),
      );
    }
  });

  test('has files for single Primes if it would be too long, and the rest of a file is a number', async () => {
    const small = describePrime(2, 'x', '@acme/small');
    const files = renderIndex([small, describePrime(1500, 'word '.repeat(40))]);
    assert.deepEqual(
      [...files.keys()],
      ['INDEX.md', 'index/@acme/small.md', 'index/@acme/web-style.md', 'index.json'],
    );
    assert.ok(Buffer.byteLength(files.get('INDEX.md') ?? '') < MAX_WITH_ATOMS_BYTES);
    const long = files.get('index/@acme/web-style.md') ?? '';
    assert.ok(Buffer.byteLength(long) < MAX_FILE_BYTES + 200);
    assert.match(long, /\n… and \d+ more lines: `prime atoms @acme\/web-style` lists all atoms\.\n$/);
    const many = Array.from({ length: 2000 }, (_, index) =>
      toIndexPrime(
        { ...LOCKED, name: `@acme/p${index}` },
        { description: 'd'.repeat(300), atoms: [] },
        false,
      ),
    );
    const only = renderIndex(many);
    assert.deepEqual([...only.keys()], ['INDEX.md', 'index.json']);
    assert.match(only.get('INDEX.md') ?? '', /… and \d+ more Primes: `prime ls` lists them\.\n$/);
    const json = renderIndex([describePrime(12_000, 'word '.repeat(40)), small]).get('index.json') ?? '';
    assert.ok(Buffer.byteLength(json) < MAX_JSON_BYTES);
    assert.deepEqual(
      JSON.parse(json).primes.map((prime: { atom_count: number }) => prime.atom_count),
      [12_000, 2],
    );
  });

  test('is nothing without Primes', () => assert.equal(renderIndex([]).size, 0));
});
