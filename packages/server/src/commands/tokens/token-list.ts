// `prime-registry token list`
import { escapeControls, flag, formatColumns, formatJsonLine } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import type { TokenRecord } from '@prime-registry/store';
import { USE_PRECISION_MS } from '../../actions/tokens/token-use.ts';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';

export const tokenList: Command = {
  settings: DATA_SETTINGS,
  options: { json: flag('Print JSON, one token a line') },
  async run(flags, _parameters, host) {
    const tokens = (await withLedger(host, flags, (store) => store.listTokens())).map(describeToken);
    const lines = flags.json === true ? tokens.map(formatJsonLine) : formatTable(tokens);
    host.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return 0;
  },
};

/** A token as it is printed. */
export function describeToken(token: TokenRecord) {
  return {
    id: token.id,
    name: token.name,
    permissions: token.permissions,
    scopes: token.scopes,
    created_at: formatTimestamp(token.createdAtMs),
    expires_at: token.expiresAtMs === undefined ? null : formatTimestamp(token.expiresAtMs),
    revoked_at: token.revokedAtMs === undefined ? null : formatTimestamp(token.revokedAtMs),
    last_used_at: token.lastUsedAtMs === undefined ? null : formatHour(token.lastUsedAtMs),
    status: statusOf(token),
  };
}

/** Uses are recorded to the hour: minutes would pretend to a precision that is not there. */
function formatHour(timeMs: number): string {
  return formatTimestamp(timeMs - (timeMs % USE_PRECISION_MS));
}

function statusOf({ revokedAtMs, expiresAtMs }: TokenRecord): 'active' | 'expired' | 'revoked' {
  if (revokedAtMs !== undefined) return 'revoked';
  return expiresAtMs !== undefined && expiresAtMs <= Date.now() ? 'expired' : 'active';
}

function formatTable(tokens: readonly ReturnType<typeof describeToken>[]): string[] {
  if (tokens.length === 0) return ['There are no tokens.'];
  const rows = tokens.map((token) =>
    [
      token.id,
      token.status,
      token.created_at,
      token.expires_at ?? 'never',
      token.last_used_at ?? 'never',
      token.permissions.join(','),
      token.scopes.join(',') || '-',
      token.name,
    ].map(escapeControls),
  );
  const head = ['ID', 'STATUS', 'CREATED', 'EXPIRES', 'LAST USED', 'PERMISSIONS', 'SCOPES', 'NAME'];
  return [formatColumns([head, ...rows], '')];
}
