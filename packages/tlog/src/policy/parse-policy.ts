// Reads trust policies: C2SP tlog-policy, "Policy file syntax and structure".
import { parseDecimal } from '../notes/decimal.ts';
import { parseVerifierKey, SIGNATURE_TYPES, type VerifierKey } from '../notes/verifier-key.ts';
import { TlogError } from '../tlog-error.ts';
import { equalBytes, type Sha256 } from '../tree/hash.ts';
import type { Policy, PolicyGroup, PolicyLog, PolicyWitness } from './policy.ts';

/** The name that stands for no witness at all. */
const NONE = 'none';

/** Control characters other than tab and newline. */
const FORBIDDEN = /(?![\t\n\u0080-\u009f])\p{Cc}/u;

/** A policy while its lines are read. */
interface Draft {
  readonly logs: PolicyLog[];
  readonly witnesses: PolicyWitness[];
  readonly groups: PolicyGroup[];
  /** The names of witnesses and groups so far. */
  readonly names: Set<string>;
  /** The names that are members of a group. */
  readonly members: Set<string>;
  quorum?: string;
}

/** How the items after each keyword are read. */
const LINES: ReadonlyMap<string, (draft: Draft, items: readonly string[], sha256: Sha256) => void> = new Map([
  ['log', addLog],
  ['witness', addWitness],
  ['group', addGroup],
  ['quorum', setQuorum],
]);

/**
 * Reads a policy.
 * @throws {TlogError} A line is not in the form of the specification, or there is not exactly one quorum.
 */
export function parsePolicy(sha256: Sha256, text: string): Policy {
  const draft: Draft = { logs: [], witnesses: [], groups: [], names: new Set(), members: new Set() };
  text.split('\n').forEach((line, index) => {
    try {
      readLine(sha256, draft, line);
    } catch (error) {
      if (!(error instanceof TlogError)) throw error;
      throw new TlogError(`line ${index + 1} of the policy: ${error.message}`);
    }
  });
  const { logs, witnesses, groups, quorum } = draft;
  if (quorum === undefined)
    throw new TlogError('the policy has no quorum line: "quorum none" asks for no witness');
  return { logs, witnesses, groups, quorum: quorum === NONE ? undefined : quorum };
}

function readLine(sha256: Sha256, draft: Draft, line: string): void {
  if (FORBIDDEN.test(line)) throw new TlogError('it has a control character');
  const [keyword, ...items] = line.split(/[ \t]+/).filter((item) => item !== '');
  if (keyword === undefined || keyword.startsWith('#')) return;
  const read = LINES.get(keyword);
  if (read === undefined)
    throw new TlogError(`${JSON.stringify(keyword)} is none of log, witness, group and quorum`);
  read(draft, items, sha256);
}

function addLog(draft: Draft, [vkey, url, ...rest]: readonly string[], sha256: Sha256): void {
  if (vkey === undefined || rest.length > 0) throw new TlogError('a log is "log <vkey> [<url>]"');
  const key = parseVerifierKey(sha256, vkey);
  refuseDuplicate(draft.logs, key);
  draft.logs.push({ key, ...(url === undefined ? {} : { url }) });
}

function addWitness(draft: Draft, [name, vkey, url, ...rest]: readonly string[], sha256: Sha256): void {
  if (name === undefined || vkey === undefined || rest.length > 0) {
    throw new TlogError('a witness is "witness <name> <vkey> [<url>]"');
  }
  const key = parseVerifierKey(sha256, vkey);
  if (key.type === SIGNATURE_TYPES.ed25519)
    throw new TlogError(`the key of ${name} is none for cosignatures`);
  refuseDuplicate(draft.witnesses, key);
  define(draft, name);
  draft.witnesses.push({ name, key, ...(url === undefined ? {} : { url }) });
}

function addGroup(draft: Draft, [name, thresholdText, ...members]: readonly string[]): void {
  if (name === undefined || thresholdText === undefined || members.length === 0) {
    throw new TlogError('a group is "group <name> <all|any|number> <member>..."');
  }
  const threshold = parseThreshold(thresholdText, members.length);
  for (const member of members) {
    requireDefined(draft, member);
    if (draft.members.has(member)) throw new TlogError(`${member} is a member of a group already`);
    draft.members.add(member);
  }
  define(draft, name);
  draft.groups.push({ name, threshold, members });
}

function setQuorum(draft: Draft, [name, ...rest]: readonly string[]): void {
  if (name === undefined || rest.length > 0) throw new TlogError('a quorum is "quorum <name>"');
  if (draft.quorum !== undefined) throw new TlogError('there is a quorum already');
  if (name !== NONE) requireDefined(draft, name);
  draft.quorum = name;
}

/** How many of the members it takes. */
function parseThreshold(text: string, members: number): number {
  if (text === 'all') return members;
  const threshold = text === 'any' ? 1 : parseDecimal(text);
  if (threshold !== undefined && threshold >= 1 && threshold <= members) return threshold;
  throw new TlogError(`${JSON.stringify(text)} is neither all, any nor a number from 1 to ${members}`);
}

function define({ names }: Draft, name: string): void {
  if (name === NONE || names.has(name)) throw new TlogError(`the name ${name} is taken`);
  names.add(name);
}

function requireDefined({ names }: Draft, name: string): void {
  if (!names.has(name)) throw new TlogError(`no line before defines ${name}`);
}

/** The same public key under another name would count twice. */
function refuseDuplicate(known: readonly Pick<PolicyLog, 'key'>[], { publicKey, name }: VerifierKey): void {
  if (known.some(({ key }) => equalBytes(key.publicKey, publicKey)))
    throw new TlogError(`the public key of ${name} is on a line before, too`);
}
