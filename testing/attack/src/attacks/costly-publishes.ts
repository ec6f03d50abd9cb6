// The publishes of single-inputs: every costly archive, manifest and README, by name.
import { buildTarball, manifestText } from '@prime-registry/testkit';
import { SCOPE } from '../attack.ts';
import type { Attacker, AttackPublish } from '../attacker/attacker.ts';
import { packHostileArchives } from '../payloads/hostile-archives.ts';
import { listHostileMarkdown } from '../payloads/hostile-markdown.ts';
import { listHostileValues } from '../payloads/hostile-yaml.ts';

const NAME = `${SCOPE}/single`;
const MAX_MANIFEST_BYTES = 256 * 1024;

/** What is published; the version is added when it is sent, unless a manifest has it already. */
export type NamedPublish = readonly [
  input: string,
  publish: Omit<AttackPublish, 'version'> & { readonly version?: string },
];

export function listCostlyPublishes(attacker: Attacker): NamedPublish[] {
  const { random, target } = attacker;
  const archives = Object.entries(packHostileArchives(target.scale, random.fork('archives')));
  const values = Object.entries(listHostileValues(target.scale));
  const texts = Object.entries(listHostileMarkdown(target.scale));
  return [
    ...archives.map(
      ([input, tarball], index): NamedPublish => [input, { name: `${NAME}-${index}`, tarball }],
    ),
    ...values.map(([input, value]) => withManifest(input, value, attacker.freshVersion())),
    ...texts.map(
      ([input, text]): NamedPublish => [
        `a README of ${input}`,
        { name: NAME, tarball: buildTarball({ 'README.md': text }) },
      ],
    ),
  ];
}

/** The value is in the form and in the tarball. */
function withManifest(input: string, value: string, version: string): NamedPublish {
  const whole = manifestText({ name: NAME, version, extra: `x: ${value}` });
  const manifest = whole.slice(0, MAX_MANIFEST_BYTES);
  const tarball = buildTarball({ 'pack.yaml': manifest, 'README.md': 'a\n' });
  return [`a manifest of ${input}`, { name: NAME, version, manifest, tarball }];
}
