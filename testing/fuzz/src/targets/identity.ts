// Identity tokens: header and claims as two lines of text, made to a token without a good signature.
import {
  AssertionError,
  describeIdentity,
  explainRule,
  inspectAssertion,
  PRESETS,
  type TrustRule,
  toProvenance,
  verifyAssertion,
} from '@prime-registry/identity';
import { MAX_PROVENANCE_BYTES, toCanonicalJson } from '@prime-registry/protocol';
import { expect, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 12);
const AUDIENCE = 'https://primes.example';

/** Rules that nothing but an exact match allows, one of each preset. */
const RULES: readonly TrustRule[] = PRESETS.map((preset) => ({
  ...{
    name: 'a rule',
    preset,
    issuer: 'https://ci.example',
    may: ['publish'],
    scopes: ['@acme'],
    primes: [],
  },
  conditions: { sub: 'job', repository_id: ['1', '2'], ref: { prefix: 'refs/tags/' } },
  ...{ pin: ['jti'], show: 'names' },
}));

export const identity: Target = {
  name: 'identity',
  weight: 2,
  usualBytes: 1500,
  dictionary: [
    ...[
      '"alg":"none"',
      '"alg":"HS256"',
      '"alg":"RS256"',
      '"kid":"a"',
      '"crit":["b64"]',
      '"b64":false',
      '"jwk":{}',
    ],
    ...[
      '"iss":"https://ci.example"',
      '"aud":',
      '"exp":',
      '"iat":',
      '"nbf":',
      '"jti":',
      '"sub":"job"',
      '1e400',
      '-0',
    ],
    ...[
      '"repository_id":1',
      '"event_name":"push"',
      '"kubernetes.io":{',
      '"__proto__":',
      '"constructor":',
      '[[[[',
      '{{',
    ],
    ...['\\u0061', '\\ud800', '\u202e', '9007199254740993', 'null', 'true', '"', ',', '\n', ' '],
  ],
  open: () => ({ run: checkToken }),
};

async function checkToken(input: Buffer): Promise<string> {
  const at = input.indexOf(0x0a);
  const [header, claims] = at === -1 ? [input, input] : [input.subarray(0, at), input.subarray(at + 1)];
  const token = `${header.toString('base64url')}.${claims.toString('base64url')}.AAAA`;
  await expectRefusal(token);
  return examine(token);
}

async function expectRefusal(token: string): Promise<void> {
  // The key of nobody: whatever the token says, it is not believed.
  const findKey = () => Promise.reject(new Error('asked for a key'));
  try {
    await verifyAssertion(token, { keysOf: () => findKey, audience: AUDIENCE, nowMs: NOW_MS });
  } catch (error) {
    if (error instanceof AssertionError || (error as Error).message === 'asked for a key') return;
    throw error;
  }
  expect(false, 'a token without a signature is believed');
}

async function examine(token: string): Promise<string> {
  try {
    const options = { findKey: undefined, audience: AUDIENCE, nowMs: NOW_MS, maxAgeMs: 900_000 };
    const { claims, problems } = await inspectAssertion(token, options);
    for (const { message } of problems) checkMessage(message);
    return `${problems.map(({ code }) => code).join()} ${RULES.map((rule) => compare(rule, claims)).join()}`;
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return checkMessage(error.message);
  }
}

function compare(rule: TrustRule, claims: Readonly<Record<string, unknown>>): number {
  expect(
    /^[\x20-\x7e]{1,200}$/.test(describeIdentity(rule.preset, claims)),
    'a description is not printable ASCII',
  );
  const assertion = { issuer: rule.issuer, claims, issuedAtMs: 0, expiresAtMs: 0, usedDigest: '' };
  const provenance = Buffer.byteLength(toCanonicalJson(toProvenance(rule, assertion)));
  expect(provenance <= MAX_PROVENANCE_BYTES, `provenance has ${provenance} bytes`);
  return explainRule(rule, { claims }).refusals.length;
}
