// `prime atoms`
import { countKinds, createAtomMatcher } from '@prime-registry/atoms';
import {
  type Flags,
  flag,
  formatColumns,
  formatCount,
  toPrintable,
  UsageError,
  valued,
} from '@prime-registry/command-line';
import { type AtomList, parseAtomListQuery } from '@prime-registry/protocol';
import type { Command, CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { findNoted } from '../../find/find-version.ts';
import { parseSpecArgument } from '../../find/parse-arguments.ts';
import type { LockedPrime } from '../../install/lockfile/lockfile.ts';
import { isWanted } from '../../knowledge/is-wanted.ts';
import { OFFLINE_OPTION, openInstalledFor } from '../../knowledge/offline-option.ts';
import { reportProblems } from '../../pack/report-packed.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The atoms of a version, and where they were read. */
export interface AtomsResult extends AtomList {
  /** The registry that has it; of an installed Prime, the one that it was installed from. */
  readonly registry: string;
  /** Whether they were read from what is installed and locked; absent if not. */
  readonly installed?: true;
  /** How many atoms were skipped. */
  readonly offset: number;
}

export const atoms: Command<AtomsResult> = {
  usage: {
    parameters: ['<name>[@<range>]', '[<word>…]'],
    asksRegistries: true,
    options: {
      kind: valued('<kind>', 'Only atoms of this kind'),
      limit: valued('<number>', 'Maximum number of atoms, 100 by default, up to 1000'),
      offset: valued('<number>', 'Number of atoms to skip'),
      problems: flag('Also show what could not be read'),
      ...OFFLINE_OPTION,
    },
    details: [
      'With words, lists only atoms that match all of them, or longer words that begin with them, in the id, kind, name, description, domain or tags.',
      'Without a range, lists the installed version, or else the latest one. With a range that the locked version is not in, or with --remote, a registry answers.',
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
    const wanted = text.includes('@', 1) ? spec.range : undefined;
    const { list, locked } = await listInstalled(context, flags, { name: spec.name.full, wanted, query });
    if (list !== undefined) return list;
    if (flags.offline === true)
      throw new CommandError(
        `${toPrintable(text)} is not installed, and --offline allows no request to a registry`,
      );
    // Another version than the locked one would be a surprise.
    const asked = locked === undefined ? spec : { ...spec, range: locked.version };
    const { registry, manifest } = await findNoted(context, flags, asked);
    return showProblems(context, {
      ...(await registry.atoms(manifest.name, manifest.version, { ...query, signal })),
      ...{ registry: registry.baseUrl, offset: query.offset },
    });
  },

  view(result, terminal) {
    const { name, version, atom_count: count, kinds, total, atoms: listed, installed } = result;
    const title = terminal.paint('bold', toPrintable(`${name} ${version}`));
    const place = installed === true ? ', installed' : '';
    const shares = kinds.map(({ kind, count: ofKind }) => `${ofKind} ${kind}`).join(', ');
    const head = `${title}${place}: ${formatCount(count, 'atom')}${shares === '' ? '' : ` (${toPrintable(shares)})`}`;
    if (listed.length === 0) return total === count ? head : `${head}\nNone of them matches.`;
    return [head, showTable(listed, terminal), ...listFooter(result)].join('\n');
  },
};

interface Listing {
  readonly name: string;
  /** Undefined without a range. */
  readonly wanted: string | undefined;
  readonly query: ReturnType<typeof readQuery>;
}

/** The list, if that Prime is installed and its locked version is wanted; the version, if it is only locked. */
async function listInstalled(
  context: CommandContext,
  flags: Flags,
  { name, wanted, query }: Listing,
): Promise<{ readonly list?: AtomsResult; readonly locked?: LockedPrime }> {
  const primes = await openInstalledFor(context, flags);
  const locked = (await primes?.lockfile())?.get(name);
  if (primes === undefined || locked === undefined || !isWanted(locked, wanted)) return {};
  const prime = await primes.find(name, context.signal);
  if (prime === undefined) return { locked };
  const { describeAtom } = await import('../../knowledge/read-installed-atom.ts');
  const { atoms: all, problems, problemCount } = prime.contents;
  const matches = query.text === undefined ? () => true : createAtomMatcher(query.text);
  const found = all.filter((atom) => (query.kind === undefined || atom.kind === query.kind) && matches(atom));
  const list: AtomsResult = {
    ...{ name, version: locked.version, atom_count: all.length, kinds: countKinds(all) },
    problem_count: problemCount,
    ...(query.withProblems && { problems: problems.map((problem) => ({ ...problem })) }),
    total: found.length,
    atoms: found.slice(query.offset, query.offset + query.limit).map(describeAtom),
    ...{ registry: locked.registry, installed: true, offset: query.offset },
  };
  return { list: showProblems(context, list) };
}

function showProblems({ terminal }: CommandContext, list: AtomsResult): AtomsResult {
  const { problems, problem_count: problemCount } = list;
  if (problems !== undefined) reportProblems({ problems, problemCount }, terminal);
  return list;
}

function showTable(listed: AtomsResult['atoms'], terminal: Terminal): string {
  const rows = listed.map(({ id, kind, description, label }) =>
    [kind, id, label ?? description].map(toPrintable),
  );
  return terminal.fit(formatColumns(rows).split('\n')).join('\n');
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
