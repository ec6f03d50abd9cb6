// Which files of a folder are no part of the Prime: what version control, tools and systems leave lying about, what looks
// like a secret, and whatever the author names in files called .primeignore.
import ignore from 'ignore';
import { ancestorsOf, namesWhatItKeeps, rebasePatterns } from './ignore-patterns.ts';
import { MANIFEST_FILE } from './read-manifest.ts';

/** Where an author says what to leave out, in the syntax of .gitignore; in any folder of the Prime, as in git. */
export const IGNORE_FILE = '.primeignore';

/** What is left out, for help texts. */
export const EXCLUSIONS_HELP =
  'Left out are version control, node_modules, .primes, caches, what editors and systems leave lying about, tarballs at the ' +
  'root, files that may hold secrets (such as .env, .npmrc, *.pem, *.key, .ssh/), and what .primeignore names, in the ' +
  'syntax of .gitignore; one in a folder below holds for that folder. A line that names what looks like a secret, such as ' +
  "'!demo.pem', has it packed all the same. pack.yaml, README and LICENSE at the root are always packed.";

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
  // What packing makes by itself, and what it leaves behind when it is killed.
  '/*.tar.gz',
  '.*.prime-tmp',
]);

const SECRETS = [
  '.env',
  '.env.*',
  '!.env.example',
  '.npmrc',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.git-credentials',
  'credentials.yaml',
  'credentials.json',
  'id_rsa',
  'id_ed25519',
  'id_ecdsa',
  'id_dsa',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.keystore',
  '.aws/',
  '.ssh/',
  '.gnupg/',
  '**/.docker/config.json',
];

/** The README and the license, under any of their usual names. */
const ESSENTIAL = /^(?:readme|licen[cs]e)(?:[._-][^/]*)?$/i;

/**
 * Why a path is left out: `litter` always is, `secret` unless the author names it behind a `!`, `ignored` by the author's
 * patterns; undefined for what is packed. The author's patterns tell upper from lower case everywhere, so that a Prime is the
 * same on every system.
 */
export type Exclusion = 'litter' | 'secret' | 'ignored' | undefined;

/**
 * Judges paths as `listTree` gives them, by the text that `readPatterns` has of the .primeignore in a folder: '' for the root,
 * and none where there is no such file. The manifest, the README and the license at the root are packed whatever it says.
 */
export function createExclusions(
  readPatterns: (folder: string) => string,
): (path: string, isFolder: boolean) => Exclusion {
  const secrets = ignore().add(SECRETS);
  const ignored = ignore({ ignorecase: false });
  const known = new Set<string>();
  // From the root down: what a deeper file says comes later, and so holds over what is said above.
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
