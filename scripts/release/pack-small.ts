// Packs the packages of a small repository as `npm pack` would: npm takes longer than all the rest of its release.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTarball } from './pack/write-tarball.ts';

const OUT = 'release/packages';

mkdirSync(OUT, { recursive: true });
for (const folder of ['app', 'lib']) {
  const from = join('packages', folder, 'package.json');
  const { name, version } = JSON.parse(readFileSync(from, 'utf8'));
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  await writeTarball(join(OUT, file), [{ path: 'package.json', content: { from } }], 0);
}
