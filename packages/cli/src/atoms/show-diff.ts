// Shows the changes between two versions.
import { formatNumber, toPrintable } from '@prime-registry/command-line';
import type { AtomDiff } from '@prime-registry/protocol';
import type { Terminal } from '../terminal/terminal.ts';
import type { TextChange } from './diff-texts.ts';

/** Maximum number of entries shown of each list; --json has all of them. */
const SHOWN_ENTRIES = 50;

/** Maximum number of atoms whose text is shown, and of lines of each. */
const SHOWN_TEXTS = 20;
const SHOWN_LINES = 40;

type Changes = Omit<AtomDiff, 'name' | 'from' | 'to'> & { readonly texts?: readonly TextChange[] };

/** The changes, losses first, and the version rule at the end. */
export function showChanges(changes: Changes, terminal: Terminal): string {
  const { counts, added, removed, changed, edges_gained, edges_lost, removed_verbs, rule } = changes;
  const lines = [
    ...section('red', '-', counts.removed, removed.map(showAtom)),
    ...section('green', '+', counts.added, added.map(showAtom)),
    ...section(
      'yellow',
      '~',
      counts.changed,
      changed.map((atom) => `${showAtom(atom)}: ${atom.fields.join(', ')}`),
    ),
    ...section('red', '-', counts.edges_lost, edges_lost.map(showEdge)),
    ...section(
      'green',
      '+',
      counts.edges_gained,
      edges_gained.map(
        (edge) => `${showEdge(edge)}${edge.standing === 'dangling' ? ' (target not found)' : ''}`,
      ),
    ),
    ...section(
      'red',
      '-',
      counts.removed_verbs,
      removed_verbs.map((verb) => `every edge '${verb}'`),
    ),
  ];
  const nothing = lines.length === 0 ? ['  no atom and no edge has changed'] : [];
  const texts = showTexts(changes.texts ?? [], terminal);
  return [...nothing, ...lines, '', ...texts, showRule(rule, terminal)].join('\n');

  function section(
    style: 'red' | 'green' | 'yellow',
    mark: string,
    count: number,
    entries: readonly string[],
  ): string[] {
    const shown = entries.slice(0, SHOWN_ENTRIES);
    const left = count - shown.length;
    return [
      ...shown.map((entry) => `  ${terminal.paint(style, `${mark} ${toPrintable(entry)}`)}`),
      ...(left > 0 ? [`  ${mark} and ${formatNumber(left)} more`] : []),
    ];
  }
}

/** The changed texts, atom by atom. */
function showTexts(texts: readonly TextChange[], terminal: Terminal): string[] {
  const blocks = texts.slice(0, SHOWN_TEXTS).flatMap(({ id, lines }) => {
    const left = lines.length - SHOWN_LINES;
    return [
      `  ${terminal.paint('bold', toPrintable(id))}`,
      ...lines.slice(0, SHOWN_LINES).map((line) => `    ${showLine(line, terminal)}`.trimEnd()),
      ...(left > 0 ? [`    and ${formatNumber(left)} more lines`] : []),
      '',
    ];
  });
  const left = texts.length - SHOWN_TEXTS;
  return left > 0 ? [...blocks, `  and the texts of ${formatNumber(left)} more atoms`, ''] : blocks;
}

function showLine(line: string, terminal: Terminal): string {
  const [mark, text] = [line.slice(0, 1), toPrintable(line.slice(1))];
  if (mark === '-') return terminal.paint('red', `- ${text}`);
  if (mark === '+') return terminal.paint('green', `+ ${text}`);
  return mark === '@' ? '…' : `  ${text}`;
}

/** Warns of a version number that is too low for the changes. */
export function reportStep({ message, reasons }: AtomDiff['rule'], terminal: Terminal): void {
  terminal.warn(toPrintable(message));
  for (const reason of reasons) terminal.note(`  ${toPrintable(reason)}`);
}

function showRule({ respected, message }: AtomDiff['rule'], terminal: Terminal): string {
  return terminal.paint(respected ? 'green' : 'yellow', toPrintable(message));
}

function showAtom({ id, kind }: { readonly id: string; readonly kind: string }): string {
  return `${kind} ${id}`;
}

function showEdge(edge: { readonly from: string; readonly verb: string; readonly target: string }): string {
  return `${edge.from} ${edge.verb} ${edge.target}`;
}
