// READMEs that cost much to render: published, and read as pages.
import { buildTarball } from '@prime-registry/testkit';
import { type Attack, SCOPE } from '../attack.ts';
import { listHostileMarkdown } from '../payloads/hostile-markdown.ts';

const NAME = `${SCOPE}/markdown`;

export const hostileMarkdown: Attack = {
  name: 'hostile-markdown',
  summary: 'READMEs of tables, nested links, quotes and open code, published and read as pages',
  arm(attacker) {
    const { random } = attacker;
    const texts = Object.values(listHostileMarkdown(attacker.target.scale));
    const readable: string[] = [];
    return () =>
      attacker.loop(attacker.count(30), async (index) => {
        if (index % 3 > 0 && readable.length > 0) {
          await attacker.ask({ path: `/-/prime/${NAME}/${random.pick(readable)}` });
          return;
        }
        const version = attacker.freshVersion();
        // Another text each time, so that no cache helps.
        const tarball = buildTarball({ 'README.md': `${random.pick(texts)}\n${version}\n` });
        if ((await attacker.publish({ name: NAME, version, tarball })) === 201) readable.push(version);
      });
  },
};
