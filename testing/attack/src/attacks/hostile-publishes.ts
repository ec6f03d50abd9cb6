// Publishes of tarballs that cost much to read, again and again.
import { type Attack, SCOPE } from '../attack.ts';
import { packHostileArchives } from '../payloads/hostile-archives.ts';

export const hostilePublishes: Attack = {
  name: 'hostile-publishes',
  summary: 'publishes of dense Primes, slow YAML, 693 KB of pax records, bombs and 20,000 files',
  arm(attacker) {
    const { random, target } = attacker;
    const tarballs = Object.values(packHostileArchives(target.scale, random.fork('archives')));
    return () =>
      attacker.loop(attacker.count(12), (index) =>
        attacker.publish({
          name: `${SCOPE}/hostile-${index}`,
          version: attacker.freshVersion(),
          tarball: random.pick(tarballs),
        }),
      );
  },
};
