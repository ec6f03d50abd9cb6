// Markdown for comments of forges, with texts of strangers in it.
import { toPrintableLine } from '@prime-registry/command-line';
import { guardLog } from '../ci/guard-log.ts';

/** Most characters of one text by default. */
const MAX_TEXT = 300;

/**
 * A text as inline code. Nothing in it has a meaning: no link, mention, reference, command of the forge or HTML. On
 * one line, cut after `maxLength` characters.
 */
export function code(text: string, maxLength = MAX_TEXT): string {
  const line = guardLog(toPrintableLine(text, maxLength));
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  // A space on both sides is taken off again; without it, a back-tick at an end would belong to the fence.
  const pad = runs.length > 0 ? ' ' : '';
  return `${fence}${pad}${line === '' ? ' ' : line}${pad}${fence}`;
}

/** A block that is closed until somebody clicks it. @param title - without texts of strangers */
export function foldAway(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['', `<details><summary>${title}</summary>`, '', ...lines, '', '</details>'];
}

/** As many lines as fit into this many characters; the last one says how many are left out. */
export function fitLines(lines: readonly string[], maxLength: number): string[] {
  const rest = (count: number): string => `- … and ${count} more`;
  const all = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (all <= maxLength) return [...lines];
  const fitting: string[] = [];
  let length = rest(lines.length).length + 1;
  for (const line of lines) {
    length += line.length + 1;
    if (length > maxLength) break;
    fitting.push(line);
  }
  return fitting.length === 0 ? [] : [...fitting, rest(lines.length - fitting.length)];
}
