// Markdown for which careless parsers take quadratic time.
const BYTES = 256 * 1024;

/** Texts by name. */
export function listHostileMarkdown(scale: number): Record<string, string> {
  const bytes = Math.round(BYTES * scale);
  const fill = (text: string): string => text.repeat(Math.floor(bytes / text.length));
  const columns = Math.floor(Math.sqrt(bytes / 2));
  return {
    'a wide table': `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${fill('|\n')}`,
    'a long table': `|a|b|\n|-|-|\n${fill('|**a**|[b](https://a.example)|\n')}`,
    'nested links': fill('['),
    'links in links': `${fill('[a')}${fill('](b)')}`,
    'open links': fill('[a](<b'),
    emphasis: fill('*a _b '),
    'open emphasis': fill('**a'),
    'nested quotes': `${'>'.repeat(bytes / 2)}a\n${fill('>\n')}`,
    'nested lists': Array.from({ length: columns }, (_, index) => `${' '.repeat(index)}- a\n`).join(''),
    'open code': Array.from({ length: columns }, (_, index) => `${'`'.repeat(index + 1)}a `).join(''),
    definitions: fill('[a]: b\n'),
    references: `[a]: /${'b'.repeat(1000)}\n\n${fill('[a] ')}`,
    entities: fill('&#65;'),
    'automatic links': fill('https://a.example/(((( '),
    'open HTML': fill('<!-- <a href="'),
    headings: fill('# a\n'),
    'line breaks': fill('a  \n'),
  };
}
