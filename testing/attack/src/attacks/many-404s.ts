// Reads of names that nobody has published, to fill caches.
import type { Attack } from '../attack.ts';

export const many404s: Attack = {
  name: 'many-404s',
  summary: 'reads of random names, versions, atoms, scopes and paths that do not exist',
  arm: (attacker) => () => {
    const { random } = attacker;
    return attacker.loop(attacker.count(50), () => {
      const word = random.bytes(16).toString('hex');
      const path = random.pick([
        `/pack/@${word}/a`,
        `/pack/@others/small/${attacker.freshVersion()}`,
        `/pack/@others/${word}/1.0.0/tarball`,
        `/-/atoms/@${word}/a`,
        `/-/prime/@${word}/a`,
        `/-/primes/@others/small/diff/1.0.0...${attacker.freshVersion()}`,
        `/-/scope/@${word}`,
        `/-/feed/@${word}/a`,
        `/-/assets/${word}.js`,
        `/${word}`,
      ]);
      return attacker.ask({ path });
    });
  },
};
