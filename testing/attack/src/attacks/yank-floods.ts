// Yanks with tokens that may not yank.
import type { Attack } from '../attack.ts';

const BODY = Buffer.from(JSON.stringify({ reason: 'x'.repeat(500) }));

export const yankFloods: Attack = {
  name: 'yank-floods',
  summary: 'yanks of versions of others, with a token that may only read and one of another scope',
  arm: (attacker) => () => {
    const { random, target } = attacker;
    return attacker.loop(attacker.count(50), () =>
      attacker.ask({
        method: 'DELETE',
        path: `/pack/@others/small/${random.pick(['1.0.0', '1.0.1', '7.0.0', 'x'])}`,
        token: random.pick([target.tokens.reader, target.tokens.publisher]),
        headers: { 'content-type': 'application/json' },
        body: BODY,
      }),
    );
  },
};
