import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeReleaseNotes } from './release-notes.ts';

const NOTES = `- [The log](docs/http-api.md#the-log), [a page](docs/web.md) and [its text](docs/web.md "of it").
- [Elsewhere](https://primes.example/a), [here](#upgrading), [the license](LICENSE).

### Upgrading

[Upgrades](./docs/operations/upgrades.md) says how: [docs/cli.md](docs/cli.md).
`;

const describe = (repository: unknown) => describeReleaseNotes(NOTES, { version: '0.2.0', repository });

test('links to files lead to them in the repository, at the tag of the release', () => {
  const expected = (base: string): string =>
    NOTES.replaceAll('](docs/', `](${base}/docs/`)
      .replace('](./docs/', `](${base}/docs/`)
      .replace('](LICENSE)', `](${base}/LICENSE)`)
      .replace(' "of it"', '');
  for (const repository of [
    'https://github.com/acme/primes',
    { type: 'git', url: 'git+https://github.com/acme/primes.git' },
  ])
    assert.equal(describe(repository), expected('https://github.com/acme/primes/blob/v0.2.0'));
  const gitlab = describe({ url: 'https://gitlab.com/acme/primes.git' });
  assert.ok(gitlab.includes('](https://gitlab.com/acme/primes/-/blob/v0.2.0/docs/http-api.md#the-log)'));
});

test('links to files are text with their path if nobody knows where the repository is', () => {
  for (const repository of [
    undefined,
    7,
    {},
    'https://primes.example/acme.git',
    'git@github.com:acme/primes.git',
  ]) {
    const text = describe(repository);
    assert.match(
      text,
      /^- The log \(docs\/http-api\.md\), a page \(docs\/web\.md\) and its text \(docs\/web\.md\)\.\n/,
    );
    assert.match(
      text,
      /\[Elsewhere\]\(https:\/\/primes\.example\/a\), \[here\]\(#upgrading\), the license\.\n/,
    );
    assert.match(text, /Upgrades \(docs\/operations\/upgrades\.md\) says how: docs\/cli\.md\.\n/);
    assert.match(text, /\n\nPaths such as `docs\/` are in the repository of prime-registry\.\n$/);
  }
});

test('notes without such links stay as they are', () => {
  const plain = '- It exists.\n';
  for (const repository of [undefined, 'https://github.com/acme/primes'])
    assert.equal(describeReleaseNotes(plain, { version: '0.2.0', repository }), plain);
});
