// Sets the version where documents and examples name a package or the image with one, such as `prime-cli@0.1.0`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../processes.ts';

const PLACES = ['README.md', 'docs', 'examples', ':(glob)packages/*/README.md'];
/** A package of npm with `@`, or the image with `:`. */
const NAMES = '(?:prime-(?:registry|cli|conformance)|@prime-registry/[a-z]+)';

/** Replaces a version by the next one. @returns the files that were written, relative to the root */
export function setMentions(root: string, from: string, to: string): string[] {
  const mention = new RegExp(
    String.raw`(?<=(?<![\w-])${NAMES}[@:])${RegExp.escape(from)}(?![\w.+-]*\w)`,
    'g',
  );
  const files = git(root, 'ls-files', '-z', '--', ...PLACES);
  return [...new Set(files.split('\0'))].filter((file) => {
    if (!/\.(?:md|ya?ml|json|sh|conf|service)$|file$/i.test(file)) return false;
    const path = join(root, file);
    const before = readFileSync(path, 'utf8');
    const after = before.replaceAll(mention, to);
    if (after !== before) writeFileSync(path, after);
    return after !== before;
  });
}
