// JSON with comments and with commas at the end of a list, as editors have it in their settings.

/** Parses it, in linear time. @throws SyntaxError */
export function parseLooseJson(text: string): unknown {
  return JSON.parse(dropLastCommas(dropComments(text)));
}

function dropComments(text: string): string {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') index = endOfString(text, index);
    else if (text[index] === '/') {
      const end = endOfComment(text, index);
      if (end === undefined) continue;
      parts.push(text.slice(start, index));
      start = end;
      index = end - 1;
    }
  }
  return [...parts, text.slice(start)].join(' ');
}

function dropLastCommas(text: string): string {
  const parts: string[] = [];
  let start = 0;
  let comma: number | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '"') index = endOfString(text, index);
    if ((character === '}' || character === ']') && comma !== undefined) {
      parts.push(text.slice(start, comma));
      start = comma + 1;
    }
    if (character === ',') comma = index;
    else if (character.trim() !== '') comma = undefined;
  }
  return [...parts, text.slice(start)].join('');
}

/** The index of the quote that ends a string, or the end of the text. */
function endOfString(text: string, quote: number): number {
  let index = quote + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}

/** Where what follows a comment begins; undefined if none begins here. */
function endOfComment(text: string, slash: number): number | undefined {
  const next = text[slash + 1];
  if (next !== '/' && next !== '*') return undefined;
  const end = next === '/' ? text.indexOf('\n', slash) : text.indexOf('*/', slash + 2);
  if (end === -1) return text.length;
  return next === '/' ? end : end + 2;
}
