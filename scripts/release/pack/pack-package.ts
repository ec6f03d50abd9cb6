// Packs a built package into a tarball for npm.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltPackage, LICENSES_FILE } from '../build/build-package.ts';
import { builtPath } from '../build/entry-points.ts';
import { ROOT, readManifest } from '../build/published-packages.ts';
import { describePackedManifest } from './packed-manifest.ts';
import { describePackedReadme } from './packed-readme.ts';
import { writeTarball } from './write-tarball.ts';

/**
 * Packs a package.
 * @param folder - where the tarball goes
 * @param epochSeconds - the time of every file, in seconds since 1970
 * @returns the name of the tarball, as npm would call it
 */
export async function packPackage(
  built: BuiltPackage,
  folder: string,
  epochSeconds: number,
): Promise<string> {
  const { name, version, bin = {} } = readManifest(built.folder);
  const doors = Object.values(bin).map((path) => builtPath(path).slice('./'.length));
  const output = built.files.map((file) => {
    const path = file === LICENSES_FILE ? file : `dist/${file}`;
    return { path, content: { from: join(built.outFolder, file) }, isExecutable: doors.includes(path) };
  });
  const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const readme = readFileSync(join(ROOT, 'packages', built.folder, 'README.md'), 'utf8');
  const files = [
    { path: 'package.json', content: { text: describePackedManifest(built) } },
    { path: 'README.md', content: { text: describePackedReadme(readme) } },
    { path: 'LICENSE', content: { from: join(ROOT, 'LICENSE') } },
    ...output,
  ];
  await writeTarball(join(folder, tarball), files, epochSeconds);
  return tarball;
}
