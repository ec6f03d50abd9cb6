// Anonymous reads of everything that is computed from Primes with as many edges as the registry keeps.
import { type Attack, SCOPE } from '../attack.ts';
import { atomName, packDensePrime } from '../payloads/dense-prime.ts';

const NAME = `${SCOPE}/dense`;
const ATOMS = 10_000;
/** The registry keeps a limited number of characters, which are about 1800 of these atoms. */
const KEPT_ATOMS = 1500;
const VERSIONS = ['1.0.0', '2.0.0', '3.0.0', '4.0.0'];

export const diffsAndGraphs: Attack = {
  name: 'diffs-and-graphs',
  summary: 'anonymous diffs, graphs and pages of Primes with 10,000 atoms and 250 edges in each',
  async prepare(attacker) {
    const tarballs = ['x', 'y'].map((letter) => packDensePrime(attacker.count(ATOMS), letter));
    for (const [index, version] of VERSIONS.entries()) {
      await attacker.mustPublish({ name: NAME, version, tarball: tarballs[index % 2] as Buffer });
    }
  },
  arm: (attacker) => () => {
    const { random } = attacker;
    return attacker.loop(attacker.count(60), () => {
      const [from, to] = [random.pick(VERSIONS), random.pick(VERSIONS)];
      const atom = atomName(random.integer(0, Math.min(KEPT_ATOMS, attacker.count(ATOMS)) - 1));
      const path = random.pick([
        `/-/primes/${NAME}/diff/${from}...${to}`,
        `/-/primes/${NAME}/diff/${from}+${random.integer(0, 1e9)}...${to}`,
        `/-/prime/${NAME}/diff/${from}...${to}`,
        `/-/prime/${NAME}/diff?from=${from}&to=${to}`,
        `/-/prime/${NAME}/${to}/graph`,
        `/-/prime/${NAME}/${to}/graph.svg`,
        `/-/prime/${NAME}/${to}/atom/${SCOPE}/${atom}`,
        `/-/prime/${NAME}/${to}`,
        `/-/prime/${NAME}/${to}/atoms`,
        `/-/prime/${NAME}/versions`,
        '/',
        '/-/feed',
        `/-/primes/${NAME}/${to}/atoms?limit=100&level=full`,
        `/-/atoms/${SCOPE}/${atom}`,
      ]);
      return attacker.ask({ path });
    });
  },
};
