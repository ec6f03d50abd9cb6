// `prime-registry trust list`
import { escapeControls, flag, formatColumns, valued } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import type { StoredTrustRule, TrustIssuer } from '@prime-registry/store';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withExistingStore } from '../open-data.ts';
import { printJson, printLine } from '../output.ts';
import { readDuration } from '../read-options.ts';
import { describeRule, listConditions } from './describe-rule.ts';

export const trustList: Command = {
  settings: DATA_SETTINGS,
  options: {
    unused: valued(
      '<time>',
      'Only rules that nobody has used for this long, such as 90d; the age of new ones counts',
    ),
    json: flag('Print JSON, one rule a line'),
  },
  async run({ unused, json, ...flags }, _parameters, host) {
    const unusedMs = unused === undefined ? 0 : readDuration('--unused', String(unused), '90d, 26w');
    const sinceMs = Date.now() - unusedMs;
    const { rules, issuers } = await withExistingStore(host, flags, async (store) => ({
      rules: await store.listTrustRules(),
      issuers: await store.listTrustIssuers(),
    }));
    const listed = rules.filter(({ lastUsedAtMs, createdAtMs }) => (lastUsedAtMs ?? createdAtMs) <= sinceMs);
    if (json === true) for (const stored of listed) await printJson(host, describeRule(stored));
    else if (listed.length > 0)
      await printLine(host, listed.map((rule) => describe(rule, issuers)).join('\n\n'));
    else if (unused === undefined)
      await printLine(host, "There are no rules; 'prime-registry trust add' adds one.");
    else await printLine(host, `Every rule was used or added within ${unused}.`);
    return 0;
  },
};

function describe(stored: StoredTrustRule, issuers: readonly TrustIssuer[]): string {
  const { rule, lastUsedAtMs, createdAtMs, createdBy } = stored;
  const { name, preset, issuer, may, scopes, primes, show } = rule;
  const used = lastUsedAtMs === undefined ? 'never' : formatTimestamp(lastUsedAtMs);
  const rows = [
    ['allows', `${may.join(', ')} for ${[...scopes, ...primes].join(', ')}`],
    ['issuer', `${issuer} (${preset})${describeIssuer(issuers.find((each) => each.issuer === issuer))}`],
    ...listConditions(stored),
    ...(show === 'ids' ? [['shows', 'only ids']] : []),
    ['last used', used],
    ['added', `${formatTimestamp(createdAtMs)} by ${createdBy}`],
  ];
  const escaped = rows.map((row) => row.map(escapeControls));
  return `${escapeControls(name)}\n${formatColumns(escaped, '  ').trimEnd()}`;
}

function describeIssuer(issuer: TrustIssuer | undefined): string {
  const { jwksFile, caFile, allowPrivateAddresses = false } = issuer ?? {};
  const ways = [
    jwksFile === undefined ? [] : `keys in ${jwksFile}`,
    caFile === undefined ? [] : `authorities in ${caFile}`,
    allowPrivateAddresses ? 'may have a private address' : [],
  ].flat();
  return ways.length === 0 ? '' : `; ${ways.join('; ')}`;
}
