// Both scans find the same texts and runs as a search for each of them alone.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { createFastScan, type Run, type Scan, scanSlowly, TextSearch } from '../../src/index.ts';

const TEXTS = ['abc', 'bca', 'aaaa', 'pri', 'xx-yy', 'é€'].map((text) => Buffer.from(text));
const isInRun = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;

const SCANS: Readonly<Record<string, Scan | undefined>> = {
  WebAssembly: createFastScan(),
  JavaScript: scanSlowly,
};

/** What is found, one text after the other. */
function findEach(bytes: Buffer): string[] {
  const found: string[] = [];
  for (const [index, text] of TEXTS.entries()) {
    for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1))
      found.push(`${at} ${index}`);
  }
  return found.sort();
}

function listRuns(bytes: Buffer): Run[] {
  return Array.from(
    bytes.toString('latin1').matchAll(/[a-z]{16,}/g),
    ({ 0: run, index }): Run => [index, index + run.length],
  );
}

function compare(how: Scan, bytes: Buffer): void {
  const found: string[] = [];
  const runs = new TextSearch(TEXTS, isInRun, how).find(bytes, (at, index) => found.push(`${at} ${index}`));
  assert.deepEqual(found.sort(), findEach(bytes));
  assert.deepEqual(runs, listRuns(bytes));
}

for (const [name, how] of Object.entries(SCANS)) {
  suite(`a scan in ${name}`, () => {
    test('is there', () => assert.notEqual(how, undefined));

    test('finds each text at each place, and the runs', () => {
      const piece = fc.oneof(
        fc.constantFrom(
          'abc',
          'ab',
          'aaaa',
          'pri',
          'p',
          'xx-yy',
          'é€',
          ' ',
          '\0',
          'z'.repeat(9),
          'q'.repeat(16),
        ),
        fc.string({ maxLength: 20 }),
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 40 }), (pieces) =>
          compare(how ?? scanSlowly, Buffer.from(pieces.join(''))),
        ),
      );
    });

    test('finds what is where the parts of a long text meet', () => {
      for (const length of [128 * 1024, 256 * 1024 - 64]) {
        for (let before = -36; before <= 8; before += 4) {
          const bytes = Buffer.alloc(length + 100, ' ');
          bytes.write('xx-yyabcaaaapri', length + before);
          compare(how ?? scanSlowly, bytes);
        }
      }
    });

    test('finds long runs as one', () => {
      compare(how ?? scanSlowly, Buffer.alloc(300 * 1024, 'k'));
      compare(how ?? scanSlowly, Buffer.alloc(128 * 1024, 'k'));
    });
  });
}
