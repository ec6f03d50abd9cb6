// The table of contents of `.primes`, for agents that only read files: INDEX.md, files for single Primes if it gets too
// long, and index.json. The same installed versions always give the same bytes.
import { formatCount } from '@prime-registry/command-line';
import { type IndexAtom, type IndexPrime, sumTokens, type Tokens } from './index-item.ts';
import { cell } from './index-text.ts';
import { renderJson } from './render-json.ts';

/** INDEX.md has all atoms up to this length, in bytes: about 8,000 tokens. */
export const MAX_WITH_ATOMS_BYTES = 32 * 1024;
/** The most of any other of the Markdown files, in bytes. */
export const MAX_FILE_BYTES = 256 * 1024;

/** The texts by path below `.primes`; empty without Primes. */
export function renderIndex(primes: readonly IndexPrime[]): Map<string, string> {
  if (primes.length === 0) return new Map();
  const json = ['index.json', renderJson(primes)] as const;
  const whole = renderWhole(primes);
  if (whole !== undefined) return new Map([['INDEX.md', whole], json]);
  const listed = primes.filter(({ atoms }) => atoms !== undefined);
  return new Map([
    ['INDEX.md', renderPrimes(primes)],
    ...listed.map((prime): [string, string] => [pathOf(prime), renderPrime(prime)]),
    json,
  ]);
}

/** Everything in one file; undefined if it is too long. */
function renderWhole(primes: readonly IndexPrime[]): string | undefined {
  if (primes.some(({ atoms }) => atoms === undefined)) return undefined;
  const parts = [heading(primes, ''), ...table(primes)];
  for (const prime of primes) {
    parts.push('', `## ${prime.name} ${prime.version}`, ...listKinds(prime.atoms ?? []).flatMap(renderKind));
    const sizeBytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part) + 1, 0);
    if (sizeBytes > MAX_WITH_ATOMS_BYTES) return undefined;
  }
  return `${parts.join('\n')}\n`;
}

/** Only the Primes. */
function renderPrimes(primes: readonly IndexPrime[]): string {
  const hasFiles = primes.some(({ atoms }) => atoms !== undefined);
  const how = hasFiles
    ? 'The atoms of each are in a file of its own: `index/@scope/name.md`.'
    : 'There are too many to list their atoms here: `prime atoms <name>` does.';
  return fit([heading(primes, how), ...table(primes)], 'Primes: `prime ls` lists them');
}

function renderPrime({ name, version, description, atoms = [] }: IndexPrime): string {
  // Alone on its line, it could be a heading or a list.
  const about = description === '' ? [] : [`Description: ${cell(description)}`, ''];
  return fit(
    [
      `# ${name} ${version}`,
      '',
      ...about,
      `${HOW_TO_READ}\n`,
      ...listKinds(atoms).flatMap(renderKind).slice(1),
    ],
    `lines: \`prime atoms ${name}\` lists all atoms`,
  );
}

const HOW_TO_READ =
  '`prime atom <id>` prints an atom. Without prime, read its file, below `.primes`; beside an `atom.yaml`, the texts are `chunks/summary.md`, `core.md` and `full.md`. Tokens are estimates, of summary / core / full.';

function heading(primes: readonly IndexPrime[], how: string): string {
  const atoms = primes.reduce((sum, prime) => sum + (prime.atoms?.length ?? 0), 0);
  const counts = `${formatCount(primes.length, 'Prime')}${atoms === 0 ? '' : `, ${formatCount(atoms, 'atom')}`}`;
  return [
    '# Installed Primes',
    '',
    `Written by prime with every change of what is installed; do not edit it. ${counts}, tokens ${showTokens(sumTokens(primes))}.`,
    `${HOW_TO_READ} Descriptions are the words of publishers.${how === '' ? '' : ` ${how}`}`,
    '',
  ].join('\n');
}

function table(primes: readonly IndexPrime[]): string[] {
  const rows = primes.map(
    ({ name, version, atoms, tokens, description }) =>
      `| ${name} | ${version} | ${atoms?.length ?? ''} | ${atoms === undefined ? '' : showTokens(tokens)} | ${cell(description)} |`,
  );
  return ['| Prime | Version | Atoms | Tokens | Description |', '|---|---|---|---|---|', ...rows];
}

function listKinds(atoms: readonly IndexAtom[]): [kind: string, atoms: IndexAtom[]][] {
  return [...Map.groupBy(atoms, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function renderKind([kind, atoms]: [kind: string, atoms: IndexAtom[]]): string[] {
  const rows = atoms.map(
    ({ id, sentence, place, tokens }) =>
      `| ${cell(id)} | ${cell(sentence)} | ${cell(place)} | ${showTokens(tokens)} |`,
  );
  return [
    '',
    `### ${cell(kind)} (${atoms.length})`,
    '',
    '| Atom | First sentence | File | Tokens |',
    '|---|---|---|---|',
    ...rows,
  ];
}

function showTokens({ summary, core, full }: Tokens): string {
  return `${summary} / ${core} / ${full}`;
}

/** As many lines as fit; the last one says how many are left out. */
function fit(lines: readonly string[], what: string): string {
  let sizeBytes = 0;
  const end = lines.findIndex((line) => {
    sizeBytes += Buffer.byteLength(line) + 1;
    return sizeBytes > MAX_FILE_BYTES;
  });
  const fitting =
    end === -1 ? lines : [...lines.slice(0, end), '', `… and ${lines.length - end} more ${what}.`];
  return `${fitting.join('\n')}\n`;
}

/** Names of Primes are paths: their characters are few, and checked. */
function pathOf({ name }: IndexPrime): string {
  return `index/${name}.md`;
}
