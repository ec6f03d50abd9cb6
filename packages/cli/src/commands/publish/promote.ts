// `prime promote`
import type { RegistryManifest } from '@prime-registry/client';
import { type Flags, flag, toPrintable, UsageError, valued } from '@prime-registry/command-line';
import type { Command } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { offered } from '../../errors/offered.ts';
import { parseVersionArgument } from '../../find/parse-arguments.ts';
import { IDENTITY_OPTION } from '../../identity/identity-flag.ts';
import { describeNotice, listNotices } from '../../install/version-news.ts';
import { CHANNEL_OPTION, findChannelFlag } from '../../lifecycle/channel-flag.ts';
import { ALLOW_SECRET_OPTION } from '../../pack/secret-collector.ts';
import { promoteVersion } from '../../publish/promote-version.ts';
import { ignoreAbsent } from '../../registries/ignore-absent.ts';
import { loadAccess } from '../../registries/registry-access.ts';
import { parseUrl } from '../../settings/load-settings.ts';

/** A version that is in both registries now. */
export interface PromoteResult {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly from: string;
  readonly to: string;
  /** Whether the target had it before, with the same bytes. */
  readonly already_there: boolean;
  /** The channel that names it now. */
  readonly channel?: string;
}

export const promote: Command<PromoteResult> = {
  usage: {
    parameters: ['<name>@<version>'],
    asksRegistries: true,
    options: {
      identity: IDENTITY_OPTION,
      from: valued('<url>', 'The registry that has the version'),
      to: valued('<url>', 'The registry to publish it to'),
      channel: CHANNEL_OPTION,
      force: flag('Promote a version that is yanked there'),
      'allow-secret': ALLOW_SECRET_OPTION,
    },
    details: [
      'Downloads the version, verifies its digest and publishes the very same bytes. If the target has the version with the same digest, nothing is sent; with another one, it is an error. Good signatures come along.',
      "The tokens are those of 'prime login'. --token and PRIME_REGISTRY_TOKEN are for the first registry of --remote or PRIME_REGISTRY, as in other commands.",
    ],
    examples: [
      'promote @acme/web-style@1.2.0 --from https://staging.example --to https://primes.example',
      'promote @acme/web-style@1.2.0 --from https://staging.example --to https://primes.example --channel stable',
    ],
  },

  async run(context, flags, [text = '']) {
    const { name, version } = parseVersionArgument(text);
    const channel = findChannelFlag(flags);
    const [from, to] = readRegistries(flags);
    const { clientFor, signIn } = await loadAccess(context, flags);
    const [source, target] = [clientFor(from), await signIn(to)];
    const { signal, terminal } = context;
    const manifest = await source.manifest(name.full, version, { signal });
    requireWanted(manifest, from, flags.force === true);
    for (const notice of listNotices(name.full, { manifest })) terminal.warn(describeNotice(notice));
    const subject = `${name.full} ${manifest.version}`;
    const { sha256 } = manifest;
    const result = { name: name.full, version: manifest.version, sha256, from, to };
    const present = await target.manifest(name.full, version, { signal }).catch(ignoreAbsent);
    if (present !== undefined && present.sha256 !== sha256) {
      throw new CommandError(
        `${to} has ${subject} already, with other bytes (sha256 ${present.sha256.slice(0, 12)}… instead of ${sha256.slice(0, 12)}…)`,
        { hint: 'a version is never replaced; publish a higher one' },
      );
    }
    if (present === undefined) {
      await promoteVersion({ context, flags, source, target, manifest, channel });
    } else if (channel !== undefined) {
      await offered(target.setChannel(name.full, channel, present.version, { signal }), 'channels');
    }
    return { ...result, already_there: present !== undefined, ...(channel !== undefined && { channel }) };
  },

  view({ name, version, from, to, already_there: isThere, channel }) {
    const done = isThere
      ? `${to} has ${name} ${version} already, with the same bytes`
      : `Promoted ${name} ${version} from ${from} to ${to}`;
    return toPrintable(channel === undefined ? done : `${done}; '${channel}' names it`);
  },
};

function readRegistries({ from, to }: Flags): readonly [from: string, to: string] {
  if (typeof from !== 'string')
    throw new UsageError('--from is missing; name the registry that has the version');
  if (typeof to !== 'string') throw new UsageError('--to is missing; name the registry to publish to');
  const urls = [parseUrl('--from', from), parseUrl('--to', to)] as const;
  if (urls[0] === urls[1]) throw new UsageError('--from and --to are the same registry');
  return urls;
}

function requireWanted(
  { name, version, yanked, yank_reason }: RegistryManifest,
  from: string,
  isForced: boolean,
): void {
  if (!yanked || isForced) return;
  const why = yank_reason === undefined ? '' : `, with the reason '${yank_reason}'`;
  throw new CommandError(`${name} ${version} is yanked in ${from}${why}`, {
    hint: 'promote another version, or insist with --force',
  });
}
