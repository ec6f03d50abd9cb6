// Makes the texts of authors readable as Markdown. Authors indent code by any number of spaces, which Markdown joins to
// one line; compilers put whole texts into fences, which makes their prose monospaced.
import { MAX_NESTING } from '../limits.ts';
import { indentLines } from '../text/render-value.ts';
import { isClearlyCode, isProse } from './prose.ts';

/** Adjacent lines: code without its fence, or Markdown as it is. */
interface Block {
  readonly type: 'code' | 'markdown';
  readonly lines: readonly string[];
  /** Whether there was no blank line before it. */
  readonly isTight: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))([^`]*)$/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)]) +(?=\S)/;
/** What Markdown reads by itself: headings, quotes, tables, definitions, rules. */
const MARKED = /^(?:#{1,6} |>|\||\[[^\]]+\]: |(?:[-*_] ?){3,}$)/;
/** The least indentation of code, in spaces. */
const CODE_INDENT = 2;

/**
 * The text with code in fences, whatever its indentation, and prose outside of them. The time grows with the length of
 * the text and the nesting of its lists, of which 16 levels are read.
 * @param isExample - whether lines are code unless they are sentences, as in an example
 */
export function makeReadable(text: string, isExample = false): string {
  const lines = text.replaceAll('\t', '    ').split('\n');
  return write(readBlocks(dedent(lines), isExample, 0));
}

function write(blocks: readonly Block[]): string {
  let text = '';
  let before: Block | undefined;
  for (const block of joinCode(blocks)) {
    const isTight = block.isTight && block.type === 'markdown' && before?.type === 'markdown';
    text += before === undefined ? '' : isTight ? '\n' : '\n\n';
    text += block.type === 'code' ? fence(block.lines) : block.lines.join('\n');
    before = block;
  }
  return text.trimEnd();
}

/** Code that blank lines divide is one block. */
function joinCode(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  let code: string[] = [];
  for (const block of blocks) {
    if (block.type === 'code' && joined.at(-1)?.type === 'code') code.push('', ...block.lines);
    else {
      code = [...block.lines];
      joined.push({ ...block, lines: code });
    }
  }
  return joined;
}

function fence(lines: readonly string[]): string {
  const longest = Math.max(2, ...(lines.join('\n').match(/`{3,}/g) ?? []).map(({ length }) => length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${lines.join('\n')}\n${mark}`;
}

// Nests at most MAX_NESTING deep.
function readBlocks(lines: readonly string[], isExample: boolean, depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const start = at;
    const line = lines[at] ?? '';
    const before = lines[at - 1] ?? '';
    const opening = FENCE.exec(line);
    const isTight = before !== '';
    if (line === '') at += 1;
    else if (opening !== null) {
      at = findFenceEnd(lines, at, opening[1] ?? '');
      blocks.push(...readFence(lines.slice(start, at), isTight, depth));
    } else if (isNested(line, before)) {
      at = findEnd(lines, at, (next) => next === '' || indentOf(next) >= CODE_INDENT);
      blocks.push(...readNested(dedent(lines.slice(start, at)), isTight, depth));
    } else if (ITEM.test(line)) {
      at = findItemEnd(lines, at);
      blocks.push({ type: 'markdown', lines: readItem(lines.slice(start, at), depth), isTight });
    } else {
      at = findEnd(lines, at, (next, last) => next !== '' && !begins(next) && !isNested(next, last));
      blocks.push({ ...readParagraph(lines.slice(start, at), isExample), isTight });
    }
  }
  return blocks;
}

/** Whether a line begins something that is indented on purpose, and does not go on with the line before. */
function isNested(line: string, before: string): boolean {
  return indentOf(line) >= CODE_INDENT && (before === '' || /[:：]$/.test(before));
}

function begins(line: string): boolean {
  return FENCE.test(line) || ITEM.test(line);
}

function readParagraph(lines: readonly string[], isExample: boolean): Omit<Block, 'isTight'> {
  const isTable = MARKED.test(lines[0] ?? '') && !(isExample && lines[0]?.startsWith('#'));
  const mayBeCode = !isTable && (isExample || isClearlyCode(lines));
  return { type: mayBeCode && !isProse(lines) ? 'code' : 'markdown', lines };
}

/** Lines that were indented: a list, sentences, or code. */
function readNested(lines: readonly string[], isTight: boolean, depth: number): Block[] {
  const kept = trimEnd(lines);
  const paragraphs = split(kept);
  const isText = ITEM.test(kept[0] ?? '') || paragraphs.every(isProse);
  if (!isText || depth >= MAX_NESTING) return [{ type: 'code', lines: kept, isTight }];
  return readBlocks(kept, false, depth + 1);
}

/** A fence without a language, around text that is indented as a whole, is the work of a compiler. */
function readFence(lines: readonly string[], isTight: boolean, depth: number): Block[] {
  const [first = '', ...rest] = lines;
  const [, mark = '', info = ''] = FENCE.exec(first) ?? [];
  const isClosed = closes(rest.at(-1) ?? '', mark);
  const inner = trimEnd(isClosed ? rest.slice(0, -1) : rest);
  const isIndented = inner.every((line) => line.trim() === '' || indentOf(line) >= CODE_INDENT);
  const text = dedent(inner);
  const [opening = []] = split(text);
  if (info.trim() === '' && isIndented && isProse(opening) && depth < MAX_NESTING)
    return readBlocks(text, false, depth + 1);
  return [{ type: 'markdown', lines: [first.trim(), ...text, mark], isTight }];
}

/** An item of a list: what follows its mark is a text of its own. */
function readItem(lines: readonly string[], depth: number): string[] {
  const [first = '', ...rest] = lines;
  const mark = ITEM.exec(first)?.[0] ?? '';
  if (depth >= MAX_NESTING) return [...lines];
  const inner = rest.map((line) => line.slice(Math.min(indentOf(line), mark.length)));
  const text = write(readBlocks([first.slice(mark.length), ...inner], false, depth + 1));
  return `${mark}${indentLines(text, ' '.repeat(mark.length)).trimStart()}`.split('\n');
}

/** Where the lines end for which `goesOn` holds; the first one is taken in any case. */
function findEnd(
  lines: readonly string[],
  start: number,
  goesOn: (line: string, before: string) => boolean,
): number {
  let at = start + 1;
  while (at < lines.length && goesOn(lines[at] ?? '', lines[at - 1] ?? '')) at += 1;
  return at;
}

/** An item ends before the next one, and before a line after a blank one that is not indented. */
function findItemEnd(lines: readonly string[], start: number): number {
  return findEnd(lines, start, (line, before) => {
    if (line === '') return true;
    return indentOf(line) >= CODE_INDENT || (before !== '' && !begins(line));
  });
}

/** After the closing fence; the end, if there is none. */
function findFenceEnd(lines: readonly string[], start: number, mark: string): number {
  for (let at = start + 1; at < lines.length; at += 1) {
    if (closes(lines[at] ?? '', mark)) return at + 1;
  }
  return lines.length;
}

function closes(line: string, mark: string): boolean {
  const [, closing = '', info = ''] = FENCE.exec(line) ?? [];
  return closing.startsWith(mark) && info.trim() === '';
}

function dedent(lines: readonly string[]): string[] {
  const trimmed = lines.map((line) => line.trimEnd());
  const indents = trimmed.filter((line) => line !== '').map(indentOf);
  const least = indents.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return trimmed.map((line) => line.slice(least));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function trimEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

/** Lines between blank ones. */
function split(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter(({ length }) => length > 0);
}
