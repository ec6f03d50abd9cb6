// What a page shows of an atom: its fields one by one, each said once, and the comment of its author above them.
import { parseSource } from '../language/parse-source.ts';
import type { SourceField, SourceValue } from '../language/source-value.ts';
import { isInHead, isShownLate } from '../text/render-texts.ts';
import { indentLines, isReferences, titleOf } from '../text/render-value.ts';
import { readComment } from './read-comment.ts';
import { makeReadable } from './readable-markdown.ts';
import { type AtomSection, type HeadedText, listSections } from './text-sections.ts';

/** The contents of an atom apart from its edges and its common fields. */
export interface AtomReading {
  /** In the order of the source; examples and notes last. */
  readonly sections: readonly AtomSection[];
  /** Fields that are a word or a number, such as `confidence: strong`. */
  readonly properties: readonly { readonly title: string; readonly text: string }[];
  /** The lines of the comments above the atom, usually where it is from. */
  readonly comment: readonly string[];
}

export interface ReadableAtom extends HeadedText {
  /** As the author wrote it; undefined if there is only the compiled form. */
  readonly source: string | undefined;
}

/** Reads an atom for a page. Never throws. */
export function readAtom(atom: ReadableAtom): AtomReading {
  const [written] = atom.source === undefined ? [] : parseSource(atom.source).atoms;
  if (written === undefined) return { sections: listSections(atom), properties: [], comment: [] };
  const fields = written.fields.filter((field) => !isReferences(field.value) && !isInHead(field, atom));
  const ordered = [...fields.filter((field) => !isShownLate(field)), ...fields.filter(isShownLate)];
  const [words, texts] = [ordered.filter(isProperty), ordered.filter((field) => !isProperty(field))];
  const sections = texts.map(({ key, value }) => ({
    ...{ key, title: titleOf(key) },
    markdown: writeField(value, key),
  }));
  return {
    // A source may have nothing but a head, above texts that somebody compiled.
    sections: sections.length > 0 ? sections : listSections(atom),
    properties: words.map(({ key, value }) => ({ title: titleOf(key), text: writeField(value, key) })),
    comment: readComment(atom.source?.slice(0, written.offset) ?? ''),
  };
}

/** Longer words are a text, such as a signature. */
const MAX_PROPERTY_LENGTH = 40;

function isProperty({ value }: SourceField): boolean {
  return value.type === 'word' && value.text.length <= MAX_PROPERTY_LENGTH;
}

/** Names of fields that contain code unless it is a sentence. */
const EXAMPLES =
  /(?:^|[-_.])(?:after|bad|before|code|commands?|config|diff|examples?|good|input|output|signature|snippets?|syntax|template|usage)$/i;

// Values nest at most 16 deep, which bounds this recursion.
function writeField(value: SourceValue, key: string): string {
  if (value.type === 'list') return value.items.map((item) => writeItem(item, key)).join('\n');
  if (value.type === 'object') {
    return value.fields
      .filter((field) => !isReferences(field.value))
      .map((field) => writeNamed(field))
      .join('\n');
  }
  if (value.type === 'reference') return `\`${value.text}\``;
  return makeReadable(value.text, EXAMPLES.test(key));
}

function writeItem(value: SourceValue, key: string): string {
  return `- ${indentLines(writeField(value, key), '  ').trimStart()}`;
}

/** A field of an object. What has several lines begins on a line of its own. */
function writeNamed({ key, value }: SourceField): string {
  const text = indentLines(writeField(value, key), '  ');
  const isShort = !text.includes('\n') && value.type !== 'list' && value.type !== 'object';
  return `- **${titleOf(key)}:**${isShort ? ` ${text.trimStart()}` : `\n\n${text}`}`;
}
