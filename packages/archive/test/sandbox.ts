// A sandbox for unpacking that shows damage: files around the target, and a snapshot before and after.
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders below the temporary one; a few `..` from the target still end in `root`. */
export interface Sandbox {
  readonly root: string;
  /** The target, which does not exist yet. */
  readonly target: string;
  /** A snapshot of everything below `root` except the target; unchanged when nothing outside was touched. */
  pictureOutside(): Record<string, string>;
  remove(): void;
}

/** Creates a sandbox. */
export function makeSandbox(): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'prime-sandbox-'));
  const inner = join(root, 'outer/inner');
  mkdirSync(inner, { recursive: true });
  for (const folder of [root, join(root, 'outer'), inner]) writeFileSync(join(folder, 'canary'), 'alive');
  const target = join(inner, 'target');
  return {
    root,
    target,
    pictureOutside: () =>
      Object.fromEntries(
        Object.entries(picture(root)).filter(([path]) => !path.startsWith('outer/inner/target/')),
      ),
    remove: () => rmSync(root, { recursive: true }),
  };
}

/** Everything below a folder by its path: kind, mode and contents. Links are not followed. */
export function picture(folder: string): Record<string, string> {
  return Object.fromEntries(listPaths(folder).map((path) => [path, describe(join(folder, path))]));
}

/** Paths of everything below a folder. Not with readdir's `recursive`, which follows links. */
function listPaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? [entry.name, ...listPaths(join(folder, entry.name)).map((path) => `${entry.name}/${path}`)]
        : [entry.name],
    )
    .sort();
}

function describe(location: string): string {
  const stats = lstatSync(location);
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return `link to ${readlinkSync(location)}`;
  if (stats.isDirectory()) return `folder ${mode}`;
  return stats.isFile() ? `file ${mode} ${readFileSync(location, 'latin1')}` : 'something else';
}
