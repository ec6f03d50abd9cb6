// A strict XML 1.0 parser for the subset that a JUnit report uses.

/** An element with its attributes, its text, and its child elements. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const TOKEN = /<\?xml [^?]*\?>|<\/([a-z-]+)>|<([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/y;
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The root element. @throws {Error} if the text is not well-formed. */
export function parseXml(text: string): XmlElement {
  if (FORBIDDEN.test(text)) throw new Error('a character that XML cannot carry');
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    const parent = open.at(-1);
    if (match === null || parent === undefined) throw new Error(`no XML at ${text.slice(at, at + 60)}`);
    const [, closed, opened, attributes = '', isEmpty, characters] = match;
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`);
    if (characters !== undefined) parent.text += decode(characters);
    if (opened !== undefined) {
      const element = { name: opened, attributes: attributesOf(attributes), children: [], text: '' };
      parent.children.push(element);
      if (isEmpty === '') open.push(element);
    }
  }
  const [root] = document.children;
  if (open.length !== 1 || root === undefined || document.children.length !== 1)
    throw new Error('not one whole root');
  return root;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, decode(value ?? '')]),
  );
}

function decode(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&([^;]*;?)/g, (_, entity: string) => {
    const code = /^#(\d+);$/.exec(entity)?.[1];
    const character =
      code === undefined ? named[entity.replace(';', '')] : String.fromCodePoint(Number(code));
    if (character === undefined || !entity.endsWith(';')) throw new Error(`no entity: &${entity}`);
    return character;
  });
}
