// The supported subset of XML, and everything that is refused.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readXml } from '../../src/compiled/xml-reader.ts';

/** The calls of the listener, one per line. */
function read(text: string): { events: string[]; problem: string | undefined } {
  const events: string[] = [];
  const problem = readXml(text, {
    onOpen: (name, attributes) => events.push(`<${name} ${JSON.stringify([...attributes])}`),
    onText: (part) => events.push(JSON.stringify(part)),
    onClose: (name) => events.push(`>${name}`),
  });
  return { events, problem: problem && `${problem.offset} ${problem.message}` };
}

test('elements, attributes, text and the five entities', () => {
  const text = `<?xml version="1.0"?><!-- <b> -->\n<a x="1 &lt; &quot;2&quot;" y = '&apos;'>one &amp;amp; two<b/></a>\n`;
  assert.deepEqual(read(text), {
    events: ['<a [["x","1 < \\"2\\""],["y","\'"]]', '"one &amp; two"', '<b []', '>b', '>a'],
    problem: undefined,
  });
});

suite('refused', () => {
  const cases: [title: string, text: string, problem: RegExp][] = [
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', /^0 declarations and CDATA are not supported/],
    ['CDATA', '<a><![CDATA[x]]></a>', /^3 declarations and CDATA/],
    ['an entity of its own', '<a>x &b;</a>', /^5 only &amp; &lt; &gt; &quot; and &apos; are known/],
    ['a character by its number', '<a b="&#65;"/>', /^6 only &amp;/],
    ['an ampersand', '<a>x & y</a>', /^5 only &amp;.*write '&' as '&amp;'/],
    ['a wrong closing tag', '<a><b></a></b>', /^6 this tag does not close the innermost open element/],
    ['an element without an end', '<a><b></b>', /^10 the element 'a' is never closed/],
    ['a comment without an end', '<!-- <a/>', /^0 this is never closed; close it with '-->'/],
    ['an attribute without quotes', '<a b=c/>', /^3 this attribute has a value that is not in quotes/],
    ['an attribute without a value', '<a b/>', /^3 this attribute has no value/],
    ['an attribute twice', '<a b="" b=""/>', /^8 this attribute is there twice/],
    ['a tag that goes on', '<a b="" <c/>', /^0 this tag is not closed/],
    ["a '<' that does not begin a tag", '<a>1 < 2</a>', /^5 this '<' does not begin a tag/],
    ['too deep', '<a>'.repeat(17), /^48 elements are nested more than 16 deep/],
    ['a hidden character', '<a>\u202e</a>', /^3 the file has the unprintable character U\+202E/],
  ];
  for (const [title, text, problem] of cases) {
    test(title, () => assert.match(read(text).problem ?? '', problem));
  }
});
