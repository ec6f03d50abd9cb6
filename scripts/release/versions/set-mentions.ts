// Sets the version where documents and examples name it, such as `prime-cli@0.1.0`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../processes.ts';

const PLACES = ['README.md', 'docs', 'examples', ':(glob)packages/*/README.md'];
/** What these install is `prime`, so every mention of the version counts. */
const OWN = 'examples/ci/';
/** A package of npm with `@`, or the image with `:`. */
const NAMES = '(?:prime-(?:registry|cli|conformance)|@prime-registry/[a-z]+)';

/** Replaces a version by the next one. @returns the files that were written, relative to the root */
export function setMentions(root: string, from: string, to: string): string[] {
  const version = String.raw`${RegExp.escape(from)}(?![\w.+-]*\w)`;
  const named = new RegExp(String.raw`(?<=(?<![\w-])${NAMES}[@:])${version}`, 'g');
  const any = new RegExp(String.raw`(?<![\w.+@])(?<!\d-)${version}`, 'g');
  return git(root, 'ls-files', '-z', '--', ...PLACES)
    .split('\0')
    .filter((file) => {
      if (!/\.(?:md|ya?ml|json|sh|conf|service)$|file$/i.test(file)) return false;
      const path = join(root, file);
      const before = readFileSync(path, 'utf8');
      const after = (file.startsWith(OWN) ? before.replaceAll(any, to) : before).replaceAll(named, to);
      if (after !== before) writeFileSync(path, after);
      return after !== before;
    });
}
