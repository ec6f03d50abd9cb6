// Rewrites patterns of ignore files in subfolders as patterns at the root (gitignore(5), "PATTERN FORMAT").

/** The patterns of an ignore file in a folder, rewritten for the root; '' is the root itself. */
export function rebasePatterns(text: string, folder: string): string[] {
  const patterns = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return folder === '' ? patterns : patterns.map((pattern) => rebase(pattern, folder));
}

function rebase(pattern: string, folder: string): string {
  const [negation, rest] = pattern.startsWith('!') ? ['!', pattern.slice(1)] : ['', pattern];
  // A slash at the beginning or in the middle anchors a pattern to its folder; without one, it matches at any
  // depth.
  const isTied = /\/(?=.*\S)/.test(rest);
  const place = folder.replaceAll(/[\\*?[\]!#]/g, '\\$&');
  return `${negation}/${place}/${isTied ? '' : '**/'}${rest.replace(/^\//, '')}`;
}

/**
 * Whether a pattern names something to keep: `!demo.pem`, `!*.pem`, `!.aws/`. A pattern of only wildcards,
 * such as `!*` or `!keys/**`, reverts earlier patterns of the author and is not about secrets.
 */
export function namesWhatItKeeps(pattern: string): boolean {
  const last = pattern.trimEnd().replace(/\/$/, '').split('/').at(-1) ?? '';
  return pattern.startsWith('!') && /[^*?.!]/.test(last);
}

/** The folders above a path, from the root, which is ''. */
export function ancestorsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}
