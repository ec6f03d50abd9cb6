// Links to registries and successors that authors name, also in data that no request checked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { registryLink, renderSuccessor } from '../../src/parts/prime/successor.ts';

const REL = 'rel="nofollow noopener noreferrer"';

describe('a registry', () => {
  test('is a link by its base URL', () => {
    assert.equal(
      registryLink('HTTPS://Primes.example/eu/').text,
      `<a href="https://primes.example/eu" ${REL}>HTTPS://Primes.example/eu/</a>`,
    );
  });

  for (const url of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//primes.example',
    'https://user:secret@primes.example',
    '"><script>',
  ])
    test(`is text if it is ${JSON.stringify(url)}`, () => {
      const { text } = registryLink(url);
      assert.doesNotMatch(text, /<|href/);
    });
});

describe('a successor', () => {
  const name = '@other/tea';
  const PAGE = '<a href="/-/prime/@other/tea">@other/tea</a>';

  test('has a page here without a registry, or in the upstream of the deprecated Prime', () => {
    const origin = 'https://primes.example';
    assert.equal(
      renderSuccessor({ name, range: '>=2 <3' }, undefined).text,
      `${PAGE} <code>&#62;=2 &#60;3</code>`,
    );
    assert.equal(renderSuccessor({ name, registry: `${origin}/` }, origin).text, PAGE);
  });

  test('of another registry, or of none that can be, has none', () => {
    for (const registry of ['https://primes.example', 'javascript:alert(1)'])
      for (const origin of [undefined, 'https://else.example']) {
        const { text } = renderSuccessor({ name, registry }, origin);
        assert.match(text, /^<strong>@other\/tea<\/strong> in the registry /);
      }
  });
});
