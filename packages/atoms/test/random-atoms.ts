// Random atoms, and their text in all styles that an author may use.
import { findHiddenInText } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';

export type Model =
  | { readonly text: string }
  | { readonly word: string }
  | { readonly reference: string }
  | { readonly list: readonly Model[] }
  | { readonly object: readonly (readonly [key: string, value: Model])[] };

export interface AtomModel {
  readonly kind: string;
  readonly name: string;
  readonly fields: readonly (readonly [key: string, value: Model])[];
}

const letters = [...'abcdefgxyz019'];
const slug = fc
  .string({ unit: fc.constantFrom(...letters, '-'), minLength: 1, maxLength: 12 })
  .map((text) => `a${text}z`);
/** Ids, many of them equal. */
export const ids: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('@a', '@b', '@other'), slug)
  .map(([scope, name]) => `${scope}/${name}`);

const visible = (text: string): boolean => findHiddenInText(text) === undefined;
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }).filter(visible),
  fc
    .string({ unit: fc.constantFrom(...'ab "\\\n{}[],:/|@#*', '//', '"""', '  '), maxLength: 40 })
    .filter(visible),
);
const keys = fc.oneof(slug, fc.constantFrom('__proto__', 'constructor', 'toString', 'a_b', 'a.b', '2x'));

const { value } = fc.letrec<{ value: Model }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts.map((text) => ({ text })),
    slug.map((word) => ({ word })),
    ids.map((reference) => ({ reference })),
    fc.array(tie('value'), { maxLength: 4 }).map((list) => ({ list })),
    fc
      .uniqueArray(fc.tuple(keys, tie('value')), { maxLength: 4, selector: ([key]) => key })
      .map((object) => ({ object })),
  ),
}));

/** An atom with a unique id, and arbitrary fields. */
export const atomModels: fc.Arbitrary<AtomModel> = fc
  .record({
    kind: slug,
    name: slug,
    id: ids,
    others: fc.uniqueArray(fc.tuple(keys, value), { maxLength: 6, selector: ([key]) => key }),
  })
  .map(({ kind, name, id, others }) => ({
    kind,
    name,
    fields: [['id', { text: id }], ...others.filter(([key]) => key !== 'id')],
  }));

/** Makes the choices of style; the same numbers give the same choices. */
export class Style {
  readonly #choices: readonly number[];
  #at = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  pick<T>(options: readonly [T, ...T[]]): T {
    this.#at += 1;
    const choice = this.#choices[this.#at % Math.max(this.#choices.length, 1)] ?? 0;
    return options[choice % options.length] ?? options[0];
  }
}

export const styles: fc.Arbitrary<number[]> = fc.array(fc.nat(1000), { maxLength: 40 });

/** The atom as the text of a `.prime` file. */
export function printAtom({ kind, name, fields }: AtomModel, style: Style): string {
  const open = style.pick([' {', '{', '  {\n', ' { // begins\n', '\n{\n']);
  return `${kind} ${name}${open}${printFields(fields, style)}\n}${style.pick(['\n', '\n\n// end\n', '\n/* * / */\n'])}`;
}

function printFields(fields: AtomModel['fields'], style: Style): string {
  const ordered = style.pick([fields, fields.toReversed(), [...fields.slice(1), ...fields.slice(0, 1)]]);
  return ordered
    .map(([key, model]) => {
      const colon = style.pick([': ', ':', ' : ', ':\n      ', ': /* here */ ']);
      return `\n${style.pick(['  ', '', '\t'])}${key}${colon}${print(model, style)}${style.pick(['', ',', ' // said', ' /* said */', ' '])}`;
    })
    .join(style.pick(['', '\n', '\n\n  // next\n']));
}

function print(model: Model, style: Style): string {
  if ('word' in model) return model.word;
  if ('reference' in model) return model.reference;
  if ('text' in model) return printText(model.text, style);
  if ('object' in model) return `{${printFields(model.object, style)}\n}`;
  const separator = style.pick([', ', ',\n  ', '\n', ' /* and */ ,\n\n']);
  const items = model.list.map((item) => print(item, style)).join(separator);
  return `[${style.pick(['', ' ', '\n  // items\n'])}${items}${style.pick(['', ' ', ',', ' ,\n'])}]`;
}

function printText(text: string, style: Style): string {
  const lines = text.split('\n');
  const isPlain =
    text === text.trim() && !text.includes('"""') && lines.every((line) => line === '' || line.trim() !== '');
  if (isPlain && text !== '' && style.pick([false, true])) {
    const indent = style.pick(['', '  ', '\t']);
    const body = lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n');
    return `"""\n${body}\n${indent}"""`;
  }
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `"${style.pick([escaped, escaped.replaceAll('\t', '\\t').replaceAll('a', '\\u0061')])}"`;
}
