// The formats of keys that can be recognised, as their issuers publish them. Every key begins with a literal
// text, and every quantifier has a bound, so that no input makes a match slow.
import { isTokenWellFormed } from '@prime-registry/protocol';
import { decodeToken, ENCODED_TOKEN_PREFIXES } from './encoded-token.ts';

export interface SecretRule {
  /** Stable: users insist on a finding by it. */
  readonly id: string;
  /** For messages, with its article. */
  readonly what: string;
  /** How it may begin. */
  readonly prefixes: readonly string[];
  /** The whole key, from its prefix; sticky. At most {@link MAX_KEY_LENGTH} characters. */
  readonly form: RegExp;
  /** Whether its first 20 characters may have others than `[\w+/=.-]`, such as white space. */
  readonly isBroken?: boolean;
  /** Whether it may begin inside a word. */
  readonly isInside?: boolean;
  /** Whether a match is one; by default, unless it looks like a placeholder. */
  readonly accepts?: (match: string) => boolean;
}

/** The longest match, with what must follow it, in characters. */
export const MAX_KEY_LENGTH = 512;

const PEM = '-----BEGIN ';
const NO_WORD = '(?![0-9A-Za-z_-])';

function rule(id: string, what: string, prefixes: string | readonly string[], rest: string): SecretRule {
  const all = [prefixes].flat();
  const heads = all.map((prefix) => prefix.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return { id, what, prefixes: all, form: new RegExp(`(?:${heads})${rest}`, 'y') };
}

/** The rules, in the order of their ids. */
export const SECRET_RULES: readonly SecretRule[] = [
  rule('age-key', 'a secret key of age', 'AGE-SECRET-KEY-1', `[0-9A-Z]{58}${NO_WORD}`),
  rule(
    'anthropic-key',
    'an Anthropic key',
    ['sk-ant-api', 'sk-ant-admin', 'sk-ant-oat', 'sk-ant-sid'],
    '[0-9]{2}-[\\w-]{60,200}',
  ),
  rule('atlassian-token', 'an Atlassian token', ['ATATT3', 'ATCTT3'], '[\\w=-]{150,300}'),
  rule('aws-key', 'an AWS access key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], `[2-7A-Z]{16}${NO_WORD}`),
  rule('azure-storage-key', 'an Azure storage key', 'AccountKey=', '[0-9A-Za-z+/]{86}=='),
  rule('crates-token', 'a crates.io token', 'cio', `[0-9A-Za-z]{32}${NO_WORD}`),
  rule('databricks-token', 'a Databricks token', 'dapi', `[0-9a-f]{32}(?:-[0-9])?${NO_WORD}`),
  rule(
    'digitalocean-token',
    'a DigitalOcean token',
    ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    `[0-9a-f]{64}${NO_WORD}`,
  ),
  rule('docker-token', 'a Docker Hub token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{27,40}'),
  rule('doppler-token', 'a Doppler token', ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], '[\\w.-]{40,80}'),
  rule(
    'github-token',
    'a GitHub token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    `[0-9A-Za-z]{36,251}${NO_WORD}`,
  ),
  rule(
    'github-fine-grained-token',
    'a GitHub token',
    'github_pat_',
    `[0-9A-Za-z]{22}_[0-9A-Za-z]{59}${NO_WORD}`,
  ),
  rule(
    'gitlab-token',
    'a GitLab token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glptt-',
      'glcbt-',
      'glsoat-',
      'glimt-',
      'glft-',
      'glagent-',
      'gloas-',
    ],
    '[\\w.-]{20,300}',
  ),
  {
    ...rule(
      'encoded-prime-token',
      'a token of a registry of Primes, in base64',
      ENCODED_TOKEN_PREFIXES,
      String.raw`(?:\s{0,8}[\w+/-]){51,52}`,
    ),
    isBroken: true,
    isInside: true,
    accepts: (match) => isTokenWellFormed(decodeToken(match)),
  },
  rule('google-api-key', 'a Google API key', 'AIza', `[\\w-]{35}${NO_WORD}`),
  rule('google-client-secret', 'a Google client secret', 'GOCSPX-', `[\\w-]{28}${NO_WORD}`),
  rule('grafana-token', 'a Grafana token', 'glsa_', `[0-9A-Za-z]{32}_[0-9A-Fa-f]{8}${NO_WORD}`),
  rule('hugging-face-token', 'a Hugging Face token', 'hf_', `[A-Za-z]{34}${NO_WORD}`),
  rule('linear-key', 'a Linear key', 'lin_api_', `[0-9A-Za-z]{40}${NO_WORD}`),
  rule('new-relic-key', 'a New Relic key', 'NRAK-', `[0-9A-Z]{27}${NO_WORD}`),
  rule('npm-token', 'an npm token', 'npm_', `[0-9A-Za-z]{36}${NO_WORD}`),
  {
    ...rule('openai-key', 'an OpenAI key', 'sk-', '[\\w-]{48,250}'),
    accepts: (match) => match.includes('T3BlbkFJ') && !isPlaceholder(match, ['sk-']),
  },
  rule('postman-key', 'a Postman key', 'PMAK-', `[0-9a-f]{24}-[0-9a-f]{34}${NO_WORD}`),
  {
    ...rule('prime-token', 'a token of a registry of Primes', 'pri_', `[0-9A-Za-z]{38}(?![0-9A-Za-z])`),
    accepts: isTokenWellFormed,
  },
  {
    // The header alone is documentation; a line of the key must follow, or the header of an encrypted one.
    ...rule(
      'private-key',
      'a private key',
      PEM,
      String.raw`(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]|["'+]){0,20}(?:[A-Z][A-Za-z-]{1,30}: [^\n]{1,100}\s{1,10}){0,2}[0-9A-Za-z+/]{16}`,
    ),
    isBroken: true,
    accepts: () => true,
  },
  rule(
    'putty-key',
    'a private key of PuTTY',
    'PuTTY-User-Key-File-',
    String.raw`[123]: [^\n]{1,80}\s{1,4}Encryption:`,
  ),
  rule(
    'pypi-token',
    'a PyPI token',
    ['pypi-AgEIcHlwaS5vcmc', 'pypi-AgENdGVzdC5weXBpLm9yZw'],
    '[\\w-]{50,400}',
  ),
  rule('pulumi-token', 'a Pulumi token', 'pul-', `[0-9a-f]{40}${NO_WORD}`),
  rule('rubygems-key', 'a RubyGems key', 'rubygems_', `[0-9a-f]{48}${NO_WORD}`),
  rule('sendgrid-key', 'a SendGrid key', 'SG.', `[\\w-]{22}\\.[\\w-]{43}${NO_WORD}`),
  rule(
    'shopify-token',
    'a Shopify token',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    `[0-9A-Fa-f]{32}${NO_WORD}`,
  ),
  rule(
    'slack-token',
    'a Slack token',
    ['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
    '[0-9A-Za-z-]{20,300}',
  ),
  rule(
    'slack-webhook',
    'a Slack webhook',
    'hooks.slack.com/services/T',
    '[0-9A-Z]{6,12}/B[0-9A-Z]{6,12}/[0-9A-Za-z]{20,30}',
  ),
  rule('stripe-key', 'a Stripe key', ['sk_live_', 'rk_live_'], '[0-9A-Za-z]{16,250}'),
  rule('supabase-token', 'a Supabase token', 'sbp_', `[0-9a-f]{40}${NO_WORD}`),
  rule('vault-token', 'a Vault token', ['hvs.', 'hvb.', 'hvr.'], '[\\w-]{24,300}'),
];

export const SECRET_RULE_IDS: readonly string[] = SECRET_RULES.map(({ id }) => id);

/** Fewer different characters than this are a placeholder: `xxxx…`, `0000…`, `1234…`. */
const MIN_DIFFERENT = 8;

/** Whether the text after a prefix is filled in by hand, as in documentation. */
export function isPlaceholder(match: string, prefixes: readonly string[]): boolean {
  const prefix = prefixes.find((begin) => match.startsWith(begin)) ?? '';
  const body = match.slice(prefix.length);
  return (
    new Set(body).size < MIN_DIFFERENT ||
    /example|placeholder|your[_-]|xxxx|\.\.\.|abcdefgh|12345678/i.test(body)
  );
}
