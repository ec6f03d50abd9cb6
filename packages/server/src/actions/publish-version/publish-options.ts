// The optional parts of a publish form: the channel that will name the version, where it was first published, and
// whether the version rule is enforced.
import {
  type FieldProblem,
  hasToken,
  parseChannel,
  parseJsonObject,
  parseRegistryUrl,
  parseTimestamp,
  quote,
} from '@prime-registry/protocol';
import type { Promotion } from '@prime-registry/store';

/** What a form may ask for besides the publish. */
export interface PublishOptions {
  readonly channel?: string | undefined;
  readonly promotedFrom?: Promotion | undefined;
  /** Whether a version step that is too small is refused, also where the registry only reports it. */
  readonly enforcesVersionRule: boolean;
}

/** The parts with options, and the most bytes of each. */
export const OPTION_PARTS: ReadonlyMap<string, number> = new Map([
  ['channel', 256],
  ['promoted-from', 4096],
  ['version-rule', 64],
]);

/** Reads the options; each problem names its part. */
export function readPublishOptions(
  parts: ReadonlyMap<string, Uint8Array>,
): PublishOptions & { readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const channelText = findText(parts, 'channel', problems);
  const channel = channelText === undefined ? undefined : parseChannel(channelText.trim());
  if (channel?.ok === false) problems.push({ field: 'channel', message: channel.message });
  const promotion = findText(parts, 'promoted-from', problems);
  const promotedFrom = promotion === undefined ? undefined : readPromotion(promotion, problems);
  const rule = findText(parts, 'version-rule', problems)?.trim();
  if (rule !== undefined && rule !== 'enforce')
    problems.push({ field: 'version-rule', message: `is ${quote(rule)}; the only value is 'enforce'` });
  return {
    channel: channel?.ok ? channel.value : undefined,
    promotedFrom,
    enforcesVersionRule: rule === 'enforce',
    problems,
  };
}

function findText(
  parts: ReadonlyMap<string, Uint8Array>,
  name: string,
  problems: FieldProblem[],
): string | undefined {
  const bytes = parts.get(name);
  if (bytes === undefined) return undefined;
  const maxBytes = OPTION_PARTS.get(name) ?? 0;
  if (bytes.length <= maxBytes) return Buffer.from(bytes).toString();
  problems.push({ field: name, message: `has more than ${maxBytes} bytes` });
  return undefined;
}

const EXAMPLE = '{"registry": "https://staging.example", "published_at": "2026-11-21T09:30:00Z"}';

function readPromotion(text: string, problems: FieldProblem[]): Promotion | undefined {
  const refuse = (field: string, message: string): undefined => {
    problems.push({ field: `promoted-from${field}`, message });
  };
  const { registry, published_at: publishedAt } = parseJsonObject(text) ?? {};
  if (typeof registry !== 'string' || typeof publishedAt !== 'string')
    return refuse('', `is not a JSON object such as ${EXAMPLE}`);
  const address = parseRegistryUrl(registry);
  if (!address.ok) return refuse('.registry', address.message);
  if (hasToken(registry)) return refuse('.registry', 'contains an access token, which everybody could read');
  const publishedAtMs = parseTimestamp(publishedAt);
  if (publishedAtMs === undefined)
    return refuse('.published_at', `is ${quote(publishedAt)}; use a time such as 2026-11-21T09:30:00Z`);
  return { registry: address.value, publishedAtMs };
}
