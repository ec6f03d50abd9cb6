// `prime sign`
import { createHash } from 'node:crypto';
import type { RegistryClient, RegistryManifest } from '@prime-registry/client';
import { flag, formatColumns, toPrintable } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { offered } from '../../errors/offered.ts';
import { parseVersionArgument } from '../../find/parse-arguments.ts';
import { makeTarballSource } from '../../find/tarball-source.ts';
import { CACHED_LIMITS } from '../../install/limits.ts';
import { inspectTarball } from '../../pack/inspect-tarball.ts';
import { openRegistries } from '../../registries/open-registries.ts';
import { loadSettings } from '../../settings/load-settings.ts';
import { findSigningKey } from '../../signatures/sign/find-signing-key.ts';
import { signVersion } from '../../signatures/sign/sign-version.ts';
import { requireConfirmation } from '../../terminal/ask.ts';

/** A signature that was added to a version. */
export interface SignResult {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly registry: string;
  /** Of the key that has signed. */
  readonly fingerprint: string;
  /** Of all keys that have signed the version. */
  readonly signed_by: readonly string[];
}

export const sign: Command<SignResult> = {
  usage: {
    parameters: ['<name>@<version>', '[<key>]'],
    asksRegistries: true,
    options: { yes: flag('Do not ask for confirmation', 'y') },
    details: [
      "Downloads the version, shows its digest, and lets ssh-keygen sign that, as 'prime publish --sign' does: sign only what you know. The key is a file, or 'key::ssh-ed25519 …'; without one, that of the setting signing-key, or of git.",
    ],
    examples: ['sign @acme/web-style@1.2.0', 'sign @acme/web-style@1.2.0 ~/.ssh/id_ed25519.pub'],
  },

  async run(context, flags, [text = '', named]) {
    const { name, version } = parseVersionArgument(text);
    const { signal } = context;
    const { user } = await loadSettings(context, flags);
    const key = await findSigningKey(context, { named, setting: user['signing-key'] });
    const registry = await (await openRegistries(context, flags)).signInFor(name.scope);
    const manifest = await registry.manifest(name.full, version, { signal });
    const manifestBytes = await readPackedManifest(context, registry, manifest);
    const { sha256, published_at: at } = manifest;
    if (flags.yes !== true) {
      const signed = `${manifest.name} ${manifest.version}`;
      const when = at === undefined ? '' : `, published ${at}`;
      const question = toPrintable(`Sign ${signed} of ${registry.baseUrl} (sha256 ${sha256}${when})?`);
      await requireConfirmation(context, question, `${signed} is not signed: it was not confirmed`);
    }
    const subject = { name: manifest.name, version: manifest.version };
    const own = await signVersion(context, key, { ...subject, sha256, manifestBytes });
    const all = await offered(
      registry.addSignature(subject.name, subject.version, own.armored, { signal }),
      'signatures',
    );
    return {
      ...{ ...subject, sha256, registry: registry.baseUrl, fingerprint: own.fingerprint },
      signed_by: all.map(({ fingerprint }) => fingerprint),
    };
  },

  view({ name, version, sha256, registry, fingerprint, signed_by }, terminal) {
    const others = signed_by.filter((each) => each !== fingerprint);
    const rows = [
      ['sha256', sha256],
      ['key', fingerprint],
      ...(others.length === 0 ? [] : [['also signed by', toPrintable(others.join(', '))]]),
    ];
    return `Signed ${terminal.paint('bold', `${name} ${version}`)} in ${toPrintable(registry)}\n${formatColumns(rows)}`;
  },
};

/** The pack.yaml in the tarball, whose bytes have the digest of the manifest. */
async function readPackedManifest(
  context: CommandContext,
  registry: RegistryClient,
  manifest: RegistryManifest,
): Promise<Uint8Array> {
  const chunks = await makeTarballSource(context, { registry, manifest }).open();
  const inspection = await inspectTarball(chunks, CACHED_LIMITS);
  const packed = inspection.ok ? inspection.report.manifest : undefined;
  const subject = `${manifest.name} ${manifest.version}`;
  if (packed === undefined)
    throw new CommandError(`the tarball of ${subject} has no pack.yaml at its root, which a signature names`);
  const published = await registry
    .sourceManifest(manifest.name, manifest.version, { signal: context.signal })
    .catch(() => undefined);
  if (published === undefined || digestOf(Buffer.from(published)) === digestOf(packed)) return packed;
  throw new CommandError(
    `${subject} was published with another pack.yaml than the one in its tarball, so it cannot be signed`,
    { hint: 'publish a higher version with prime, which sends the same file' },
  );
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
