// Sets the version where documents and examples name it, such as `prime-cli@0.1.0` and `prime-cli-0.1.0.tgz`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../processes.ts';

const PLACES = ['README.md', 'docs', 'examples', ':(glob)packages/*/README.md'];
/** A package of npm with `@`, or the image with `:`. */
const NAMES = '(?:prime-(?:registry|cli|conformance)|@prime-registry/[a-z]+)';

/** Replaces a version by the next one. @returns the files that were written, relative to the root */
export function setMentions(root: string, from: string, to: string): string[] {
  const version = String.raw`${RegExp.escape(from)}(?![\w.+-]*\w)`;
  const named = new RegExp(String.raw`(?<=(?<![\w-])${NAMES}[@:])${version}`, 'g');
  const released = new RegExp(
    String.raw`\b(?<=prime(?:-[a-z]+)*-)${RegExp.escape(from)}(?=\.tgz\b|-(?:linux|darwin|windows)-)`,
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
