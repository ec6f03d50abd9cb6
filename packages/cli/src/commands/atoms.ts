// `prime atoms`
import {
  cutToWidth,
  type Flags,
  formatColumns,
  formatCount,
  toPrintable,
  UsageError,
} from '@prime-registry/command-line';
import { type AtomList, parseAtomListQuery } from '@prime-registry/protocol';
import type { Command } from '../command.ts';
import { findVersion } from '../find/find-version.ts';
import { parseSpecArgument } from '../find/parse-arguments.ts';
import { reportProblems } from '../pack/report-packed.ts';
import { openRegistries } from '../registries/open-registries.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The atoms of a version, and its registry. */
export interface AtomsResult extends AtomList {
  readonly registry: string;
  /** How many atoms were skipped. */
  readonly offset: number;
}

export const atoms: Command<AtomsResult> = {
  usage: {
    name: 'atoms',
    summary: 'List the atoms of a Prime',
    parameters: ['<name>[@<range>]', '[<word>…]'],
    asksRegistries: true,
    options: {
      kind: { type: 'string', value: '<kind>', summary: 'Only atoms of this kind' },
      limit: {
        type: 'string',
        value: '<number>',
        summary: 'Maximum number of atoms, 100 by default, up to 1000',
      },
      offset: { type: 'string', value: '<number>', summary: 'Number of atoms to skip' },
      problems: { type: 'boolean', summary: 'Also show what the registry could not read' },
    },
    details: [
      'With words, lists only atoms that match all of them, or longer words that begin with them, in the id, kind, name, description, domain or tags. Without a range, lists the latest version.',
    ],
    examples: [
      'atoms @acme/web-style',
      'atoms @acme/web-style@1.2.0 --kind rule',
      'atoms @acme/web-style const naming --json',
    ],
  },

  async run(context, flags, [text = '', ...words]) {
    const spec = parseSpecArgument(text);
    const query = readQuery(flags, words.join(' '));
    const { signal } = context;
    const {
      registry,
      manifest,
      notes = [],
    } = await findVersion(await openRegistries(context, flags), spec, signal);
    for (const note of notes) context.terminal.note(toPrintable(note));
    const list = await registry.atoms(manifest.name, manifest.version, { ...query, signal });
    if (list.problems !== undefined) {
      reportProblems({ problems: list.problems, problemCount: list.problem_count }, context.terminal);
    }
    return { ...list, registry: registry.baseUrl, offset: query.offset };
  },

  view(result, terminal) {
    const { name, version, atom_count: count, kinds, total, atoms: listed } = result;
    const title = terminal.paint('bold', toPrintable(`${name} ${version}`));
    const shares = kinds.map(({ kind, count: ofKind }) => `${ofKind} ${kind}`).join(', ');
    const head = `${title}: ${formatCount(count, 'atom')}${shares === '' ? '' : ` (${toPrintable(shares)})`}`;
    if (listed.length === 0) return total === count ? head : `${head}\nNone of them matches.`;
    return [head, showTable(listed, terminal), ...listFooter(result)].join('\n');
  },
};

function showTable(listed: AtomsResult['atoms'], terminal: Terminal): string {
  const rows = listed.map(({ id, kind, description, label }) =>
    [kind, id, label ?? description].map(toPrintable),
  );
  const { columns } = terminal.streams.stdout;
  const lines = formatColumns(rows).split('\n');
  // Only a terminal has columns. Piped output is for programs, which need all of it.
  return (columns ? lines.map((line) => cutToWidth(line, columns)) : lines).join('\n');
}

function listFooter({ atoms: listed, total, offset }: AtomsResult): string[] {
  const next = offset + listed.length;
  if (next >= total) return [];
  return ['', `${listed.length} of ${formatCount(total, 'atom')} shown; '--offset ${next}' shows more.`];
}

function readQuery(
  flags: Flags,
  text: string,
): { offset: number; limit: number; withProblems: boolean; kind?: string; text?: string } {
  const { kind, limit, offset, problems } = flags;
  const parsed = parseAtomListQuery({ q: text, kind, limit, offset });
  if ('problems' in parsed) {
    const [problem] = parsed.problems;
    const subject = problem?.field === 'q' ? 'the words' : `--${problem?.field}`;
    throw new UsageError(`${subject}: ${problem?.message}`);
  }
  const { query } = parsed;
  return {
    limit: query.limit,
    offset: query.offset,
    withProblems: problems === true,
    ...(query.kind !== undefined && { kind: query.kind }),
    ...(query.text !== undefined && { text: query.text }),
  };
}
