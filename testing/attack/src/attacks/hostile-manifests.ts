// Manifests of the largest size that cost much to parse, as the form's part and in the tarball.
import { buildTarball, manifestText } from '@prime-registry/testkit';
import { type Attack, SCOPE } from '../attack.ts';
import { listHostileValues } from '../payloads/hostile-yaml.ts';

const NAME = `${SCOPE}/manifests`;
const MAX_BYTES = 256 * 1024;

export const hostileManifests: Attack = {
  name: 'hostile-manifests',
  summary: 'publishes with 256 KiB of the most costly YAML, in the form and in the tarball',
  arm(attacker) {
    const { random } = attacker;
    const values = Object.values(listHostileValues(attacker.target.scale));
    return () =>
      attacker.loop(attacker.count(30), () => {
        const version = attacker.freshVersion();
        const plain = manifestText({ name: NAME, version });
        const hostile = manifestText({ name: NAME, version, extra: `x: ${random.pick(values)}` }).slice(
          0,
          MAX_BYTES,
        );
        const [manifest, packed] = random.pick([
          [hostile, plain],
          [plain, hostile],
          [hostile, hostile],
        ]);
        const tarball = buildTarball({ 'pack.yaml': packed ?? '', 'README.md': 'a\n' });
        return attacker.publish({
          name: NAME,
          version,
          tarball,
          ...(manifest !== undefined && { manifest }),
        });
      });
  },
};
