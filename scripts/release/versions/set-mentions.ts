// Sets the version where documents and examples name it, such as `prime-cli@0.1.0` and `prime-cli-0.1.0.tgz`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../processes.ts';

const PLACES = ['README.md', 'docs', 'examples', ':(glob)packages/*/README.md'];
/** A package of npm with `@`, or the image with `:`. Kustomize has the version of an image as `newTag`. */
const NAMES = '(?:prime-(?:registry|cli|conformance)|@prime-registry/[a-z]+)';

/**
 * Replaces versions by the next one.
 * @param from - what documents and examples may name: the last release, or the version of the packages before the first one
 * @returns the files that were written, relative to the root
 */
export function setMentions(root: string, from: readonly string[], to: string): string[] {
  const versions = `(?:${from.map(RegExp.escape).join('|')})`;
  const named = new RegExp(String.raw`(?<=(?<![\w-])${NAMES}[@:]|\bnewTag: )${versions}(?![\w.+-]*\w)`, 'g');
  const released = new RegExp(
    String.raw`\b(?<=prime(?:-[a-z]+)*-)${versions}(?=\.tgz\b|-(?:linux|darwin|windows)-)`,
    'g',
  );
  return git(root, 'ls-files', '-z', '--', ...PLACES)
    .split('\0')
    .filter((file) => {
      if (!/\.(?:md|ya?ml|json|sh|conf|service)$|file$/i.test(file)) return false;
      const path = join(root, file);
      const before = readFileSync(path, 'utf8');
      const after = before.replaceAll(named, to).replaceAll(released, to);
      if (after !== before) writeFileSync(path, after);
      return after !== before;
    });
}
