// The options of `trust add`, and the rule that they say, in the form of a rule in a file.
import { type Flags, flag, type Options, UsageError, valued } from '@prime-registry/command-line';
import { PRESETS, presetOf } from '@prime-registry/identity';
import { PERMISSIONS } from '@prime-registry/protocol/basics';
import { repeatable } from '../command.ts';

const PERMITTED = PERMISSIONS.filter((permission) => permission !== 'admin');

/** The options that make a rule. Those of one preset are refused for another one. */
export const RULE_OPTIONS: Options = {
  name: valued('<text>', 'What the rule is called; default whose jobs and which workflow'),
  issuer: valued('<url>', "'iss' of the tokens, byte for byte; needed unless everybody shares it"),
  owner: repeatable('<name@id>', 'Owner of the repository, such as acme@123456'),
  repository: repeatable(
    '<name>',
    'Repository, if <who> is something else, such as github.com/acme/web-style',
  ),
  workflow: valued('<file>', 'Workflow or pipeline file, such as release.yml'),
  'job-workflow': valued(
    '<path>',
    'Reusable workflow that the job is in, such as acme/ci/.github/workflows/publish.yml',
  ),
  environment: repeatable('<name>', 'Environment of the job'),
  ref: repeatable('<ref>', "Branch or tag, such as refs/heads/main or 'refs/tags/v*'"),
  branch: repeatable('<name>', 'Branch, where it is no reference (Buildkite)'),
  tag: repeatable('<name>', 'Tag, where it is no reference (Buildkite)'),
  event: repeatable('<name>', 'What started the job, such as push'),
  claim: repeatable('<name=text>', 'Another claim that must be equal, such as ref_protected=true'),
  'claim-prefix': repeatable('<name=text>', 'Another claim that must begin so'),
  scope: repeatable('<@scope>', 'Scope that may be published to'),
  prime: repeatable('<@scope/name>', 'Prime that may be published, without the rest of its scope'),
  may: repeatable('<word>', `What is allowed, one of ${PERMITTED.join(', ')}; default publish`),
  show: valued('<word>', 'What everybody may see of the identity: names or ids; default names'),
  pin: flag('The first job that matches decides which id the name has'),
};

const SAME_NAME = ['name', 'issuer', 'workflow', 'job-workflow', 'show', 'pin'];
const LISTS = { owner: 'owner', repository: 'repository', environment: 'environment', ref: 'ref' } as const;

/**
 * Reads a rule from the command line.
 * @param who - the second argument: what the preset is about
 */
export function readRuleOptions(
  preset: string,
  who: string | undefined,
  flags: Flags,
): Record<string, unknown> {
  const known = PRESETS.find((name) => name === preset);
  if (known === undefined)
    throw new UsageError(`there is no preset '${preset}'; use one of ${PRESETS.join(', ')}, or --file`);
  const { subject, example, title } = presetOf(known);
  if (who !== undefined && subject === undefined)
    throw new UsageError(`${title} takes no argument after the preset`);
  const input: Record<string, unknown> = { preset };
  for (const option of SAME_NAME) input[option] = flags[option];
  for (const option of [...Object.values(LISTS), 'branch', 'tag', 'event'])
    input[option] = oneOrMore(flags[option]);
  input.may = flags.may;
  input.scopes = flags.scope;
  input.primes = flags.prime;
  input.claims = readClaims(flags);
  if (who !== undefined && subject !== undefined) {
    if (input[subject] !== undefined)
      throw new UsageError(`'${who}' and --${subject} say the same; give one of them, such as '${example}'`);
    input[subject] = who;
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function oneOrMore(value: Flags[string]): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function readClaims(flags: Flags): Record<string, unknown> | undefined {
  const equal = new Map<string, string[]>();
  const claims: [string, unknown][] = [];
  for (const [name, value] of listPairs('claim', flags)) equal.set(name, [...(equal.get(name) ?? []), value]);
  for (const [name, values] of equal) claims.push([name, oneOrMore(values)]);
  for (const [name, prefix] of listPairs('claim-prefix', flags)) {
    if (claims.some(([other]) => other === name))
      throw new UsageError(`--claim-prefix: there is already another condition on '${name}'`);
    claims.push([name, { prefix }]);
  }
  return claims.length === 0 ? undefined : Object.fromEntries(claims);
}

function listPairs(option: 'claim' | 'claim-prefix', flags: Flags): [string, string][] {
  const values = flags[option];
  return (Array.isArray(values) ? values : []).map((value) => {
    const at = value.indexOf('=');
    if (at < 1) throw new UsageError(`--${option}: '${value}' has no '='; write it as in ref_protected=true`);
    return [value.slice(0, at), value.slice(at + 1)];
  });
}
