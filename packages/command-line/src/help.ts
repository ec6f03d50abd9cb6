// Help texts: paragraphs and titled tables, separated by blank lines.
import { formatColumns } from './columns.ts';
import type { Options } from './option.ts';

/** A titled table in a help text. */
export interface HelpList {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

/** A help text. A section is a paragraph or a table. */
export function formatHelp(...sections: readonly (string | HelpList)[]): string {
  const texts = sections.map((section) =>
    typeof section === 'string' ? section : `${section.title}:\n${formatColumns(section.rows)}`,
  );
  return `${texts.join('\n\n')}\n`;
}

/** One row for each option. With a one-letter form in any of them, the long forms are aligned after it. */
export function describeOptions(options: Options): string[][] {
  const entries = Object.entries(options);
  const hasShort = entries.some(([, { short }]) => short !== undefined);
  return entries.map(([name, { type, value, short, summary }]) => {
    const letter = short === undefined ? '    ' : `-${short}, `;
    const shown = value === undefined ? '' : type === 'flag-or-value' ? `[=${value}]` : ` ${value}`;
    return [`${hasShort ? letter : ''}--${name}${shown}`, summary];
  });
}
