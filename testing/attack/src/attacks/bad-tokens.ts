// Guesses of tokens, from one address.
import type { Attack } from '../attack.ts';

export const badTokens: Attack = {
  name: 'bad-tokens',
  summary: 'bad tokens, short and of 8 KB, on every kind of request',
  arm: (attacker) => () => {
    const { random } = attacker;
    return attacker.loop(attacker.count(50), () => {
      const token = random.bytes(random.pick([8, 20, 4000])).toString('hex');
      const method = random.pick(['GET', 'POST', 'DELETE']);
      const path = { GET: '/-/whoami', POST: '/publish', DELETE: '/pack/@others/small/1.0.0' }[method] ?? '/';
      return attacker.ask({ method, path, token });
    });
  },
};
