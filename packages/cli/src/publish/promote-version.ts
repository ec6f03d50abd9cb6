// Publishes a version of one registry in another, with the same bytes.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { RegistryClient, RegistryManifest } from '@prime-registry/client';
import type { Flags } from '@prime-registry/command-line';
import { formatTimestamp, MAX_FORM_SIGNATURES } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import { createTemporaryFolder } from '../files/temporary.ts';
import { saveToFile } from '../find/save-tarball.ts';
import { makeTarballSource } from '../find/tarball-source.ts';
import { requireChannel } from '../lifecycle/channel-flag.ts';
import { openRegistryLogs } from '../log/registry-logs.ts';
import { checkTarball } from '../pack/check-tarball.ts';
import { readAllowedSecrets } from '../pack/secret-collector.ts';
import { ignoreAbsent } from '../registries/ignore-absent.ts';
import { publishTarball } from './publish-tarball.ts';
import { findPublishLimits, REGISTRY_LIMITS, readLimits } from './registry-limits.ts';

interface Promotion {
  readonly context: CommandContext;
  readonly flags: Flags;
  readonly source: RegistryClient;
  readonly target: RegistryClient;
  readonly manifest: RegistryManifest;
  readonly channel: string | undefined;
}

/** Downloads, checks and publishes. @throws CommandError unless the receipt is for the same bytes */
export async function promoteVersion({
  context,
  flags,
  source,
  target,
  manifest,
  channel,
}: Promotion): Promise<void> {
  const { signal, terminal } = context;
  const { name, version, sha256, published_at: publishedAt = '' } = manifest;
  const publishedAtMs = Date.parse(publishedAt);
  await using temporary = await createTemporaryFolder();
  const path = join(temporary.path, 'prime.tar.gz');
  await saveToFile(makeTarballSource(context, { registry: source, manifest }), path, { mayOverwrite: false });
  const place = `${name} ${version} in ${source.baseUrl}`;
  const told = await findPublishLimits(target, signal);
  // A registry need not keep it.
  const manifestText = await source.sourceManifest(name, version, { signal }).catch(ignoreAbsent);
  const tarball = await checkTarball(createReadStream(path), {
    place,
    secrets: { allowed: readAllowedSecrets(flags), judgesNames: true },
    limits: told === undefined ? { limits: REGISTRY_LIMITS, of: 'a registry' } : readLimits(target, told),
    manifestBytes: manifestText === undefined ? undefined : Buffer.from(manifestText),
    signal,
  });
  const inside = tarball.manifest;
  if (inside.name.full !== name || inside.version.full !== version || tarball.sha256 !== sha256) {
    throw new CommandError(
      `the tarball of ${place} is that of ${inside.name.full} ${inside.version.full}. Nothing was sent`,
      { hint: 'report it to the operator of that registry' },
    );
  }
  const signatures = await findSignatures(source, manifest, tarball.manifestBytes, signal);
  await publishTarball({
    ...{ registry: target, tarball, path, terminal, signal },
    openLogs: () => openRegistryLogs(context),
    extras: {
      ...(channel !== undefined && { channel }),
      ...(signatures.length > 0 && { signatures }),
      // The contract does not name this field, nor its form.
      ...(!Number.isNaN(publishedAtMs) && {
        promotedFrom: { registry: source.baseUrl, published_at: formatTimestamp(publishedAtMs) },
      }),
    },
  });
  if (channel !== undefined) await requireChannel(target, inside, channel, signal);
}

/** The signatures that are good: the bytes stay the same, so they count in the target as well. */
async function findSignatures(
  source: RegistryClient,
  { name, version, sha256, signed_by: signedBy = [] }: RegistryManifest,
  manifestBytes: Uint8Array,
  signal: AbortSignal,
): Promise<string[]> {
  if (signedBy.length === 0) return [];
  const { verifySignatures } = await import('../signatures/verify-signatures.ts');
  const manifestDigests = [createHash('sha256').update(manifestBytes).digest('hex')];
  const listed = await source.signatures(name, version, { signal });
  const candidates = listed.map(({ signature }) => ({ signature, manifestDigests }));
  const { good } = verifySignatures({ name, version, sha256 }, candidates);
  return good.slice(0, MAX_FORM_SIGNATURES).map(({ stored }) => stored.signature);
}
