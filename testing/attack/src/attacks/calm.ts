// No attack: the figures of the machine itself, to compare the others with.
import type { Attack } from '../attack.ts';

export const calm: Attack = {
  name: 'calm',
  summary: 'no attack, for comparison',
  arm: (attacker) => async () => {
    while (!attacker.signal.aborted) await attacker.pause(1000);
  },
};
