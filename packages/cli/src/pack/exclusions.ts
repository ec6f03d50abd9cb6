// The files of a folder that are not packed: those of version control, tools and systems, possible secrets,
// data of registries, and those that the author leaves out.
import ignore from 'ignore';
import type { FilesList } from './files-list.ts';
import { IGNORE_FILE, type IgnoreFiles, type Repository } from './ignore-files.ts';
import { ancestorsOf, namesWhatItKeeps, rebasePatterns } from './ignore-patterns.ts';
import { MANIFEST_FILE } from './read-manifest.ts';
import { SECRET_PATTERNS } from './secret-files.ts';

/** The rules, for help texts. */
export const EXCLUSIONS_HELP =
  'Leaves out version control, node_modules, .primes, caches, files of editors and systems, tarballs at the root, ' +
  'data folders of registries, files that may contain secrets (such as .env, .npmrc, *.pem, *.tfstate, .ssh/), and ' +
  "the files in .gitignore and .primeignore. A line such as '!compiled/' in .primeignore packs what git ignores, and " +
  "'!demo.pem' a file that looks like a secret. With a list 'files:' in pack.yaml, only what it " +
  'names is packed. pack.yaml, README and LICENSE at the root are always packed.';

const LITTER = ignore().add([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.primes',
  '.DS_Store',
  'Thumbs.db',
  '*.swp',
  '.vscode',
  '.idea',
  '__pycache__',
  '.cache',
  IGNORE_FILE,
  // Output of packing and compiling, and its leftovers when it is killed.
  '/*.tar.gz',
  '.*.prime-tmp',
]);

/** The README and the license, under their usual names. */
const ESSENTIAL = /^(?:readme|licen[cs]e)(?:[._-][^/]*)?$/i;

/**
 * Why a path is left out: `litter` and `data`, the data of a registry, always; `secret` unless the author names
 * it after a `!`; `ignored` by the author's patterns, `git` by those of git; `unlisted` if it is not in `files:`.
 * Undefined if it is packed. Patterns are case-sensitive everywhere, so that a Prime is the same on every system.
 */
type Exclusion = 'litter' | 'data' | 'secret' | 'ignored' | 'git' | 'unlisted' | undefined;

/** What the author and the surroundings say about the files of a Prime. */
export interface ExclusionRules {
  /** The ignore files in a folder of the Prime; '' is its root. */
  readonly readIgnoreFiles: (folder: string) => IgnoreFiles;
  /** Whether a folder has the data of a registry. */
  readonly isRegistryData?: (folder: string) => boolean;
  readonly repository?: Repository | undefined;
  readonly files?: FilesList | undefined;
}

/** Judges the paths of a Prime. */
export interface Exclusions {
  exclusionOf(path: string, isFolder: boolean): Exclusion;
  /** Whether git ignores a packed file, and the author has not named it after a `!`. */
  isIgnoredByGit(path: string): boolean;
}

/**
 * Classifies paths from `listTree`. The manifest, the README and the license at the root are always packed. A
 * .primeignore overrides the .gitignore in its folder and all files above it. `files:` replaces the ignore files at
 * the root and above.
 */
export function createExclusions(rules: ExclusionRules): Exclusions {
  const { readIgnoreFiles, isRegistryData = () => false, files } = rules;
  const repository = findGoverning(rules.repository);
  const base = repository === undefined || repository.path === '' ? '' : `${repository.path}/`;
  const secrets = ignore().add([...SECRET_PATTERNS]);
  // Patterns are relative to the root of the repository.
  const effective = ignore({ ignorecase: false });
  const git = ignore({ ignorecase: false });
  const own = ignore({ ignorecase: false });
  for (const { folder, text } of repository?.above ?? []) {
    const patterns = rebasePatterns(text, folder);
    git.add(patterns);
    if (files === undefined) effective.add(patterns);
  }
  const known = new Set<string>();
  // From the root down: later patterns, from deeper files, override earlier ones.
  const learn = (folder: string): void => {
    if (known.has(folder)) return;
    known.add(folder);
    const found = readIgnoreFiles(folder);
    const place = `${base}${folder}`.replace(/\/$/, '');
    const patterns = rebasePatterns(found.own, place);
    const gitPatterns = rebasePatterns(found.git, place);
    git.add(gitPatterns);
    own.add(patterns);
    // With an allowlist, what is at the root or above it does not count.
    if (folder !== '' || files === undefined) effective.add([...gitPatterns, ...patterns]);
    secrets.add(rebasePatterns(found.own, folder).filter(namesWhatItKeeps));
  };
  return {
    exclusionOf(path, isFolder) {
      ancestorsOf(path).forEach(learn);
      // Without the slash, a pattern such as `build/` would not match the folder.
      const shown = isFolder ? `${path}/` : path;
      if (secrets.ignores(shown)) return 'secret';
      if (LITTER.ignores(shown)) return 'litter';
      if (isFolder && isRegistryData(path)) return 'data';
      if (path === MANIFEST_FILE || (!isFolder && ESSENTIAL.test(path))) return undefined;
      if (effective.ignores(base + shown)) return own.ignores(base + shown) ? 'ignored' : 'git';
      return files === undefined || isFolder || files.includes(path) ? undefined : 'unlisted';
    },
    isIgnoredByGit: (path) => git.ignores(base + path) && !own.test(base + path).unignored,
  };
}

/** Git ignores everything in an ignored folder. Who packs that folder anyway does not mean the rules above it. */
function findGoverning(repository: Repository | undefined): Repository | undefined {
  if (repository === undefined || repository.path === '') return repository;
  const above = ignore({ ignorecase: false });
  for (const { folder, text } of repository.above) above.add(rebasePatterns(text, folder));
  return above.ignores(`${repository.path}/`) ? { path: repository.path, above: [] } : repository;
}
