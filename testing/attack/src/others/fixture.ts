// What the well-behaved clients read.
import { type Actor, atomFiles, buildTarball, SeededRandom } from '@prime-registry/testkit';

export const SCOPE = '@others';

const VERSIONS = 20;
const WORDS = [
  'rules',
  'writing',
  'pages',
  'caching',
  'registry',
  'knowledge',
  'agents',
  'review',
  'tests',
  'types',
];

/** The paths that are read, by kind. */
export const READS: Readonly<Record<string, string>> = {
  manifest: `/pack/${SCOPE}/small/1.0.0`,
  list: `/pack/${encodeURIComponent(`${SCOPE}/small`)}`,
  tarball: `/pack/${SCOPE}/small/1.0.0/tarball`,
  search: '/search?q=caching%20rules',
};

/** Publishes it. @param primes - how many Primes a search can find */
export async function publishFixture(operator: Actor, primes: number): Promise<void> {
  const random = new SeededRandom('fixture');
  const readme = random.bytes(4000).toString('base64');
  for (let minor = 0; minor < VERSIONS; minor += 1) {
    await operator.mustPublish({
      ...{ name: `${SCOPE}/small`, version: `1.${minor}.0`, description: 'Rules for caching' },
      tarball: buildTarball({
        'README.md': readme,
        ...atomFiles({ id: `${SCOPE}/one`, description: 'Cache' }, { id: `${SCOPE}/two` }),
      }),
    });
  }
  for (let index = 0; index < primes; index += 1) {
    const description = Array.from({ length: 12 }, () => random.pick(WORDS)).join(' ');
    await operator.mustPublish({ name: `${SCOPE}/p${index}`, version: '1.0.0', description });
  }
}
