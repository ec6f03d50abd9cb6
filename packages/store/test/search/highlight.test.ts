// Highlights: the marked words of a text are the words that the index finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitWords } from '@prime-registry/atoms';
import type { TextSegment } from '@prime-registry/store';
import { fc } from '@prime-registry/testkit/properties';
import { createHighlighter } from '../../src/search/highlight.ts';
import { readSentences } from '../../src/search/inside/sentences.ts';
import { readSearchTerms } from '../../src/search/words/search-terms.ts';

function highlighterFor(query: string) {
  const terms = readSearchTerms(query);
  assert.ok(terms !== undefined);
  return { terms, ...createHighlighter(terms) };
}

function marked(segments: readonly TextSegment[] = []): string {
  return segments.map(({ text, match }) => (match ? `[${text}]` : text)).join('');
}

test('whole words are marked, and words that begin with the last one', () => {
  const { whole, snippet } = highlighterFor('web sty');
  assert.equal(marked(whole('Web webs web_style sty-le x1web')), '[Web] webs [web]_[style] [sty]-le x1web');
  assert.equal(marked(whole('wéb – ＳＴＹＬＥ')), '[wéb] – [ＳＴＹＬＥ]');
  assert.equal(marked(snippet('a \n\n web\tpage')), 'a [web] page');
  assert.equal(whole('nothing of it'), undefined);
  assert.equal(highlighterFor('größe écran').whole('plain text'), undefined);
});

test('a snippet is cut around the place with the most different matches', () => {
  const { snippet } = highlighterFor('web style');
  const text = `${'one web page after another. '.repeat(12)}A web of style. ${'And so on. '.repeat(40)}`;
  const found = marked(snippet(text));
  assert.match(found, /^….*A \[web\] of \[style\]\. .*…$/);
  assert.ok(found.length < 230, found);
});

test('of Markdown, whole sentences are shown, without tables, code and lists of tags', () => {
  const { sentences } = highlighterFor('web style');
  const table = '| web | style |\n|---|---|\n| web | style |';
  const code = '```\nweb style\n```';
  const text = `# Web [rule] v1.0.0\n\ndomain: web\ntags: web, style\n\n${table}\n${code}\n# The web\n
A page. The **web** has [a style](https://example.org/web)
of its own. It does not end here! ${'Long words. '.repeat(30)}\n- Another item`;
  assert.match(
    marked(sentences(text)),
    /^The \[web\] has a \[style\] of its own\. It does not end here! Long words\./,
  );
  assert.equal(marked(sentences('# The `web`\n\nNothing.')), 'The [web]');
  assert.equal(marked(sentences('- one web\n- two')), 'one [web]');
  assert.equal(marked(sentences('ウェブ。 web です。 次')), '[web] です。 次');
  assert.equal(sentences(`${table}\n\n${code}`), undefined);
  assert.ok(marked(sentences(`web ${'endless '.repeat(500)}`)).length < 230);
});

test('of an atom, neither its edges are shown nor its label, which stands next to it', () => {
  const { sentences } = highlighterFor('web style');
  const text =
    '# Web [rule] v1.0.0\n\nA `web` of *style*\n\nIt is so.\n\n## Edges\n- related: @acme/web-style';
  assert.equal(sentences(text, 'A `web` of *style*'), undefined);
  assert.equal(marked(sentences(text)), 'A [web] of [style]');
  assert.equal(
    marked(sentences('- related: @acme/web-style, which has more')),
    'related: @acme/[web]-[style], which has more',
  );
});

test('in any text, the marked words are those that match', () => {
  const letters = fc.constantFrom(...'aAbB1_- \n#`', 'é', 'ß', '漢', '—');
  const text = fc.string({ unit: letters, maxLength: 60 });
  const words = fc.array(fc.constantFrom('a', 'ab', 'b', 'b1', 'ss', 'e', '漢'), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(text, words, (written, asked) => {
      const { terms, whole } = highlighterFor(asked.join(' '));
      const isWanted = (word: string) => terms.words.includes(word) || word.startsWith(terms.last);
      const segments = whole(written) ?? [];
      const found = segments.flatMap(({ text: word, match }) => (match ? [word.normalize('NFKD')] : []));
      const expected = written
        .match(/[\p{L}\p{N}]+/gu)
        ?.filter((word) => splitWords(word).some(isWanted))
        .map((word) => word.normalize('NFKD'));
      assert.deepEqual(found, expected ?? []);
    }),
  );
});

test('sentences are read in time for their length, however a text is made', { timeout: 60_000 }, () => {
  for (const unit of [' [', '[a] ', ' [a]', '. a', '_', '.  ', '`', '- ', ' v'])
    readSentences(`# a${unit.repeat(2 ** 18)}\n\n${unit.repeat(2 ** 18)}`, () => true);
  const [heading] = readSentences('# Titles [a\n# Of an atom [@acme/a] v1.0', () => true);
  assert.equal(heading?.text, 'Titles a');
});
