// The files of a folder that are not packed: those of version control, tools and systems, possible secrets,
// and those that the author lists in .primeignore files.
import ignore from 'ignore';
import { ancestorsOf, namesWhatItKeeps, rebasePatterns } from './ignore-patterns.ts';
import { MANIFEST_FILE } from './read-manifest.ts';
import { SECRET_PATTERNS } from './secret-files.ts';

/**
 * The list of files to leave out, in the syntax of .gitignore. It may be in any folder of the Prime, as in
 * git.
 */
export const IGNORE_FILE = '.primeignore';

/** The rules, for help texts. */
export const EXCLUSIONS_HELP =
  'Leaves out version control, node_modules, .primes, caches, files of editors and systems, tarballs at the root, ' +
  'files that may contain secrets (such as .env, .npmrc, *.pem, *.tfstate, .ssh/), and the files in .primeignore, in ' +
  'the syntax of .gitignore; one in a subfolder applies to that subfolder. A line such as ' +
  "'!demo.pem' packs a file that looks like a secret. pack.yaml, README and LICENSE at the root are always packed.";

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
  // Output of packing, and its leftovers when it is killed.
  '/*.tar.gz',
  '.*.prime-tmp',
]);

/** The README and the license, under their usual names. */
const ESSENTIAL = /^(?:readme|licen[cs]e)(?:[._-][^/]*)?$/i;

/**
 * Why a path is left out: `litter` always, `secret` unless the author names it after a `!`, `ignored` by the
 * author's patterns; undefined if it is packed. The author's patterns are case-sensitive everywhere, so that
 * a Prime is the same on every system.
 */
export type Exclusion = 'litter' | 'secret' | 'ignored' | undefined;

/**
 * Classifies paths from `listTree`. `readPatterns` returns the text of the .primeignore in a folder ('' is
 * the root), or '' if there is none. The manifest, the README and the license at the root are always packed.
 */
export function createExclusions(
  readPatterns: (folder: string) => string,
): (path: string, isFolder: boolean) => Exclusion {
  const secrets = ignore().add([...SECRET_PATTERNS]);
  const ignored = ignore({ ignorecase: false });
  const known = new Set<string>();
  // From the root down: later patterns, from deeper files, override earlier ones.
  const learn = (folder: string): void => {
    if (known.has(folder)) return;
    known.add(folder);
    const patterns = rebasePatterns(readPatterns(folder), folder);
    ignored.add(patterns);
    secrets.add(patterns.filter(namesWhatItKeeps));
  };
  return (path, isFolder) => {
    ancestorsOf(path).forEach(learn);
    // Without the slash, a pattern such as `build/` would not match the folder.
    const shown = isFolder ? `${path}/` : path;
    if (secrets.ignores(shown)) return 'secret';
    if (LITTER.ignores(shown)) return 'litter';
    if (path === MANIFEST_FILE || (!isFolder && ESSENTIAL.test(path))) return undefined;
    return ignored.ignores(shown) ? 'ignored' : undefined;
  };
}
