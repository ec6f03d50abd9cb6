// Prints what a registry would make of an identity token.
import { escapeControls, formatColumns } from '@prime-registry/command-line';
import { formatTimestamp, quote } from '@prime-registry/protocol/basics';
import type { TokenExplanation } from './explain-token.ts';

/** For programs. */
export function toJson({ claims, identity, problems, unchecked, rules, isAllowed }: TokenExplanation) {
  return {
    identity,
    allowed: isAllowed,
    problems: problems.map(({ code, message }) => ({ code, message })),
    signature_checked: unchecked === undefined,
    signature_unchecked_because: unchecked ?? null,
    rules: rules.map(({ rule, refusals, pins }) => ({
      rule: rule.name,
      allows: refusals.length === 0,
      ...(refusals.length === 0 && { would_pin: pins }),
      refusals: refusals.map(({ claim, wants, has }) => ({ claim, wants, has: has ?? null })),
    })),
    claims,
  };
}

/** For people. */
export function toText(explanation: TokenExplanation): string {
  const { identity, problems, unchecked, hasAudience, rules, isAllowed } = explanation;
  const lines = [`A token of ${identity}`, columns(listFacts(explanation)), ''];
  if (problems.length > 0)
    lines.push('It is refused, whatever the rules say:', ...problems.map(({ message }) => `  ${message}`));
  else lines.push('Nothing is wrong with the token itself.');
  if (unchecked !== undefined) lines.push(`Its signature was not checked: ${escapeControls(unchecked)}.`);
  if (!hasAudience) lines.push('Its audience was not checked: set public-url, or give --audience.');
  lines.push(...describeRules(explanation));
  for (const { rule, refusals, pins } of rules) {
    lines.push(
      '',
      `Rule ${quote(rule.name)} ${refusals.length === 0 ? `allows ${allowance(rule)}` : 'does not allow it:'}`,
    );
    if (refusals.length > 0)
      lines.push(
        columns(
          refusals.map(({ claim, wants, has }) => [
            claim,
            `wants ${wants}`,
            has === undefined
              ? 'has none'
              : `has ${has === '' ? 'an empty text' : has}${caseHint(wants, has)}`,
          ]),
        ),
      );
    else if (Object.keys(pins).length > 0)
      lines.push(columns(Object.entries(pins).map(([claim, text]) => [claim, `would be pinned: ${text}`])));
  }
  return [
    ...lines,
    '',
    isAllowed ? 'The registry would give out a token.' : 'The registry would give out nothing.',
  ].join('\n');
}

function listFacts({ claims }: TokenExplanation): string[][] {
  const time = (value: unknown) =>
    typeof value === 'number' && value >= 0 && value < 253_402_300_800
      ? formatTimestamp(value * 1000)
      : show(value);
  return [
    ['iss', show(claims.iss)],
    ['aud', show(claims.aud)],
    ['iat', time(claims.iat)],
    ['exp', time(claims.exp)],
  ];
}

function describeRules({ rules, otherRules, similarIssuers }: TokenExplanation): string[] {
  const others = otherRules === 1 ? 'The other rule is' : `The other ${otherRules} rules are`;
  const rest = otherRules === 0 ? [] : [`${others} of other issuers.`];
  if (rules.length > 0) return rest;
  return [
    '',
    'No rule trusts its issuer.',
    ...rest,
    ...similarIssuers.map(
      (issuer) => `There are rules of ${quote(issuer)}: issuers are compared byte for byte.`,
    ),
  ];
}

function allowance({ may, scopes, primes }: TokenExplanation['rules'][number]['rule']): string {
  return `it: ${may.join(', ')} for ${[...scopes, ...primes].join(', ')}`;
}

function caseHint(wants: string, has: string): string {
  return wants.toLowerCase() === has.toLowerCase() ? ' (another case)' : '';
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
}

function columns(rows: readonly (readonly string[])[]): string {
  return formatColumns(
    rows.map((row) => row.map((cell) => escapeControls(cell))),
    '  ',
  ).trimEnd();
}
