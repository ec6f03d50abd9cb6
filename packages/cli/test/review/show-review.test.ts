// The length and the form of a review with very much in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PrimeReview, PublishReview } from '../../src/review/prime-review.ts';
import { showReview } from '../../src/review/show-review.ts';

const long = 'x'.repeat(250);
const names = (word: string) => Array.from({ length: 1000 }, (_, index) => `@acme/${word}-${index}-${long}`);

const problems: PrimeReview['problems'] = names('problem').map((message) => ({
  severity: 'error',
  place: message,
  message,
}));

const { added, changed, edges_lost } = {
  added: names('added').map((id) => ({ id, kind: 'rule', name: id })),
  changed: names('changed').map((id) => ({ id, kind: 'rule', name: id, fields: [long] })),
  edges_lost: names('edge').map((id) => ({ verb: 'related', from: id, target: id })),
};
const files = names('file');
const requires = names('required').map((name) => ({ name, before: long, after: undefined }));

/** A Prime shares what changed in it with all others: a thousand times as many objects would take seconds. */
const primeOf = (subject: string, isAccepted = true): PrimeReview => ({
  ...{ subject, version: '2.0.0', notes: [], isAccepted, problems },
  changes: {
    ...{ files, requires },
    diff: {
      ...{ name: subject, from: '1.0.0', to: '2.0.0', removed_verbs: [] },
      rule: { required: 'major', respected: true, message: long, reasons: [] },
      counts: { added: 1000, removed: 0, changed: 1000, edges_gained: 0, edges_lost: 1000, removed_verbs: 0 },
      ...{ added, removed: [], changed, edges_gained: [], edges_lost },
    },
  },
});

const review: PublishReview = {
  ...{ path: 'a b/-->', unchanged: 0, problems: [], exitCode: 0 },
  primes: [...names('ready').map((name) => primeOf(name)), primeOf('@acme/failed', false)],
};

test('a review is never longer than a comment may be, and says what it leaves out', () => {
  const text = showReview(review);
  assert.ok(text.length > 30_000 && text.length <= 60_000, `${text.length}`);
  const lines = text.split('\n');
  assert.ok(lines.some((line) => /^- … and \d+ more$/.test(line)));
  assert.match(lines.at(-2) ?? '', /^9\d\d more Primes of this run are not shown\.$/);
  assert.equal(text.split('<details>').length, text.split('</details>').length);
});

test('failures come first', () => {
  assert.match(
    showReview(review),
    /^#### `@acme\/failed`.*: cannot be published\n[\s\S]*^#### `@acme\/ready-0-/m,
  );
});

test('the mark at the beginning cannot be closed by a path', () => {
  const [mark] = showReview(review).split('\n', 1);
  assert.equal(mark, '<!-- prime-publish:a%20b%2F--%3E -->');
});

test('problems of the whole run are bounded too', () => {
  const text = showReview({ ...review, primes: [], problems: primeOf('x').problems, exitCode: 2 });
  assert.equal(text.split('\n')[1], '### The Primes could not be checked');
  assert.ok(text.length < 10_000);
});
