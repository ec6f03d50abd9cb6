// `prime-registry token rotate`
import { flag, valued } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import { type Rotation, rotateToken } from '../../actions/tokens/rotate-token.ts';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { printSecret } from '../output.ts';
import { readDuration } from '../read-options.ts';
import { describeToken } from './token-list.ts';

const DEFAULT_OVERLAP = '7d';
const EXAMPLES = '12h, 90d';

export const tokenRotate: Command = {
  settings: DATA_SETTINGS,
  options: {
    overlap: valued(
      '<time>',
      `How long the old one stays valid: 12h, 7d, or 0 to end it at once; default ${DEFAULT_OVERLAP}`,
    ),
    expires: valued('<time>', 'How long the new one is valid; default as long as the old one was'),
    json: flag('Print JSON'),
  },
  async run({ overlap = DEFAULT_OVERLAP, expires, json, ...flags }, [id = ''], host) {
    const request = {
      id,
      overlapMs: overlap === '0' ? 0 : readDuration('--overlap', String(overlap), EXAMPLES),
      lifetimeMs: expires === undefined ? undefined : readDuration('--expires', String(expires), EXAMPLES),
    };
    const rotation = await withLedger(host, flags, (store) => rotateToken({ store, now: Date.now }, request));
    if (rotation.outcome !== 'rotated') throw new Error(explain(id, rotation.outcome));
    const { token, secret } = rotation;
    const overlapEndsAt = formatTimestamp(rotation.overlapEndsAtMs);
    const report = { ...describeToken(token), token: secret, replaces: id, overlap_ends_at: overlapEndsAt };
    const note = `Token ${token.id} replaces ${id}, which ends at ${overlapEndsAt}; it cannot be shown again.`;
    printSecret(host, json, secret, report, note);
    return 0;
  },
};

function explain(id: string, outcome: Exclude<Rotation['outcome'], 'rotated'>): string {
  if (outcome === 'unknown') return `there is no token ${id}; 'prime-registry token list' shows them`;
  if (outcome === 'overtaken')
    return `token ${id} was revoked or rotated by another command at the same time; 'prime-registry token list' shows what it is now`;
  const what = outcome === 'revoked' ? 'was revoked' : 'has expired';
  return `token ${id} ${what} and cannot be rotated; 'prime-registry token create' makes a new one`;
}
