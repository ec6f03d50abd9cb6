// YAML that costs much to parse, up to the size that a manifest may have.
const MAX_BYTES = 255 * 1024;

/** Values of a key, by name. Each is one line, or lines with deeper indentation. */
export function listHostileValues(scale: number): Record<string, string> {
  const bytes = Math.round(MAX_BYTES * scale);
  const fill = (text: string): string => text.repeat(Math.floor(bytes / text.length));
  const number = (text: (index: number) => string): string => {
    const parts: string[] = [];
    for (let index = 0, length = 0; length < bytes - 40; index += 1) {
      const part = text(index);
      parts.push(part);
      length += part.length;
    }
    return parts.join('');
  };
  return {
    'empty mappings': `[${fill('{},')}]`,
    'nested lists': fill('['),
    'nested mappings': fill('{a: '),
    'many keys': `{${number((index) => `k${index}: 1, `)}}`,
    'the same key': `{${fill('k: 1, ')}}`,
    'wrong escapes': `"${fill('\\q')}"`,
    escapes: `"${fill('\\u0041')}"`,
    anchors: `[${number((index) => `&a${index} 1, `)}]`,
    tags: `[${fill('!!str a, ')}]`,
    'complex keys': `\n${number((index) => `  ? [${index}]\n  : 1\n`)}`,
    'nested blocks': `\n${Array.from({ length: Math.floor(Math.sqrt(bytes * 2)) - 8 }, (_, index) => `${' '.repeat(index + 1)}a:\n`).join('')}`,
    'folded text': `>\n${fill('  a\n\n')}`,
    'open quotes': `"${fill('a\n  ')}`,
    comments: `1\n${fill('#\n')}`,
  };
}
