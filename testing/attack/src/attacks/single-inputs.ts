// The largest inputs of each kind, one after another: what each alone costs the thread that serves.
import { buildTarball } from '@prime-registry/testkit';
import { type Attack, SCOPE } from '../attack.ts';
import { packDensePrime } from '../payloads/dense-prime.ts';
import { packLargePrime } from '../payloads/large-prime.ts';
import { packWordyPrime, WORDY_ATOMS } from '../payloads/wordy-prime.ts';
import { listCostlyPublishes, type NamedPublish } from './costly-publishes.ts';
import { listCostlyReads } from './costly-reads.ts';

const MANY = `${SCOPE}/many-versions`;
const LARGE = `${SCOPE}/large`;
const DENSE = `${SCOPE}/large-dense`;
const WORDY = `${SCOPE}/wordy`;
const VERSIONS = 10_000;
const ATOMS = 10_000;
const PUBLISHERS = 16;

export const singleInputs: Attack = {
  name: 'single-inputs',
  summary: 'the largest and most costly inputs of each kind, one at a time (all of them: --seconds 240)',
  async prepare(attacker) {
    const versions = Array.from({ length: attacker.count(VERSIONS) }, (_, index) => `1.${index}.0`);
    const small = buildTarball({ 'README.md': 'a\n' });
    const publishNext = async (): Promise<void> => {
      for (let version = versions.pop(); version !== undefined; version = versions.pop())
        await attacker.mustPublish({ name: MANY, version, tarball: small });
    };
    await Promise.all(Array.from({ length: PUBLISHERS }, publishNext));
    for (const [version, letter] of [
      ['1.0.0', 'a'],
      ['2.0.0', 'b'],
    ] as const) {
      const dense = packDensePrime(attacker.count(ATOMS), letter);
      await attacker.mustPublish({ name: DENSE, version, tarball: dense });
      const large = packLargePrime(attacker.count(ATOMS), letter);
      await attacker.mustPublish({ name: LARGE, version, tarball: large });
    }
  },
  arm(attacker) {
    const publishes: NamedPublish[] = [
      ['10,000 atoms', { name: LARGE, tarball: packLargePrime(attacker.count(ATOMS), 'c') }],
      ...listCostlyPublishes(attacker),
      // Last: they take tens of seconds.
      ['a million words', { name: WORDY, tarball: packWordyPrime(attacker.count(WORDY_ATOMS), 'a') }],
      [
        'a million words, all edited',
        { name: WORDY, tarball: packWordyPrime(attacker.count(WORDY_ATOMS), 'b') },
      ],
    ];
    return async () => {
      // The first page of a process loads the code of pages, whatever it shows.
      await attacker.ask({ path: `/-/prime/${LARGE}/1.0.0` });
      for (const path of listCostlyReads({ many: MANY, compared: [LARGE, DENSE] })) {
        if (!attacker.signal.aborted) await attacker.alone(`GET ${path}`, () => attacker.ask({ path }));
      }
      for (const [input, publish] of publishes) {
        if (attacker.signal.aborted) return;
        const version = publish.version ?? attacker.freshVersion();
        await attacker.alone(`publish ${input}`, () => attacker.publish({ ...publish, version }));
        const path = `/-/prime/${publish.name}/${version}`;
        await attacker.alone(`read ${input}`, () => attacker.ask({ path }));
      }
    };
  },
};
