// The largest inputs of each kind, one after another: what each alone costs the thread that serves.
import { buildTarball, manifestText } from '@prime-registry/testkit';
import { type Attack, SCOPE } from '../attack.ts';
import type { Attacker } from '../attacker/attacker.ts';
import { packDensePrime } from '../payloads/dense-prime.ts';
import { packHostileArchives } from '../payloads/hostile-archives.ts';
import { listHostileMarkdown } from '../payloads/hostile-markdown.ts';
import { listHostileValues } from '../payloads/hostile-yaml.ts';
import { packLargePrime } from '../payloads/large-prime.ts';

const MANY = `${SCOPE}/many-versions`;
const LARGE = `${SCOPE}/large-atoms`;
const MAX_MANIFEST_BYTES = 256 * 1024;
const WORDS = 'rules writing pages caching registry knowledge agents review ';

export const singleInputs: Attack = {
  name: 'single-inputs',
  summary: 'the largest and most costly inputs of each kind, one at a time (--seconds 120 sends all)',
  async prepare(attacker) {
    const versions = Array.from({ length: attacker.count(10_000) }, (_, index) => `1.${index}.0`);
    const tarball = buildTarball({ 'README.md': 'a\n' });
    const publishNext = async (): Promise<void> => {
      for (let version = versions.pop(); version !== undefined; version = versions.pop()) {
        await attacker.mustPublish({ name: MANY, version, tarball });
      }
    };
    await Promise.all(Array.from({ length: 16 }, publishNext));
    for (const [index, letter] of ['a', 'b'].entries()) {
      const name = `${SCOPE}/large-dense`;
      const version = `${index + 1}.0.0`;
      const packed = packDensePrime(attacker.count(10_000), letter);
      await attacker.mustPublish({ name, version, tarball: packed });
      const large = packLargePrime(attacker.count(10_000), letter);
      await attacker.mustPublish({ name: LARGE, version, tarball: large });
    }
  },
  arm(attacker) {
    const publishes = listPublishes(attacker);
    return async () => {
      for (const path of listReads()) {
        if (!attacker.signal.aborted) await attacker.alone(path, () => attacker.ask({ path }));
      }
      for (const [input, publish] of publishes) {
        if (!attacker.signal.aborted) await attacker.alone(input, publish);
      }
    };
  },
};

function listReads(): string[] {
  const lists = [MANY, LARGE, `${SCOPE}/large-dense`].flatMap((name) => [
    `/pack/${name}`,
    `/-/prime/${name}`,
    `/-/prime/${name}/versions`,
    `/-/feed/${name}`,
    `/-/primes/${name}/downloads`,
    `/-/primes/${name}/lifecycle`,
  ]);
  const versions = [LARGE, `${SCOPE}/large-dense`].flatMap((name) => [
    `/-/primes/${name}/diff/1.0.0...2.0.0`,
    `/-/prime/${name}/diff/1.0.0...2.0.0`,
    `/-/prime/${name}/2.0.0`,
    `/-/prime/${name}/2.0.0/graph`,
    `/-/prime/${name}/2.0.0/graph.svg`,
    `/-/primes/${name}/2.0.0/atoms?limit=100&level=full`,
    `/-/primes/${name}/2.0.0/atoms?limit=100&offset=9900`,
    `/-/prime/${name}/2.0.0/atom/${SCOPE}/a1`,
  ]);
  const longest = encodeURIComponent(WORDS.repeat(10).slice(0, 256).trim());
  const letters = encodeURIComponent(
    'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(5).slice(0, 256).trim(),
  );
  const searches = [longest, letters, 'rul', 'a', 'textt', 'rule'].flatMap((query) => [
    `/search?q=${query}&limit=100`,
    `/search?q=${query}&limit=100&offset=10000`,
    `/-/search?q=${query}&limit=100`,
    `/-/find?q=${query}`,
  ]);
  return [
    ...lists,
    ...versions,
    ...searches,
    '/',
    `/-/scope/${SCOPE}`,
    '/-/primes',
    '/-/feed',
    `/-/feed/${SCOPE}`,
  ];
}

/** Publishes by what they publish. Each builds its tarball only when it is sent. */
function listPublishes(attacker: Attacker): [input: string, publish: () => Promise<unknown>][] {
  const { random, target } = attacker;
  const archives = Object.entries(packHostileArchives(target.scale, random.fork('archives')));
  const large = ['c', 'd'].map((letter) => packLargePrime(attacker.count(10_000), letter));
  const name = `${SCOPE}/single`;
  return [
    ...large.map((tarball, index): [string, () => Promise<unknown>] => [
      `${index === 0 ? '' : 'again '}10,000 edited atoms`,
      () => attacker.publish({ name: LARGE, version: attacker.freshVersion(), tarball }),
    ]),
    ...archives.map(([kind, tarball]): [string, () => Promise<unknown>] => [
      kind,
      () =>
        attacker.publish({
          name: `${SCOPE}/single-${kind.replace(' ', '-').toLowerCase()}`.replaceAll(' ', '-'),
          version: attacker.freshVersion(),
          tarball,
        }),
    ]),
    ...Object.entries(listHostileValues(target.scale)).flatMap(([kind, value]) =>
      ['form', 'tarball'].map((where): [string, () => Promise<unknown>] => [
        `${kind} in the ${where}`,
        () => {
          const version = attacker.freshVersion();
          const plain = manifestText({ name, version });
          const hostile = manifestText({ name, version, extra: `x: ${value}` }).slice(0, MAX_MANIFEST_BYTES);
          const packed = where === 'form' ? plain : hostile;
          const tarball = buildTarball({ 'pack.yaml': packed, 'README.md': 'a\n' });
          return attacker.publish({ name, version, tarball, manifest: hostile });
        },
      ]),
    ),
    ...Object.entries(listHostileMarkdown(target.scale)).map(
      ([kind, text]): [string, () => Promise<unknown>] => [
        `a README of ${kind}`,
        async () => {
          const version = attacker.freshVersion();
          const tarball = buildTarball({ 'README.md': `${text}\n${version}\n` });
          await attacker.publish({ name, version, tarball });
          await attacker.ask({ path: `/-/prime/${name}/${version}` });
        },
      ],
    ),
  ];
}
