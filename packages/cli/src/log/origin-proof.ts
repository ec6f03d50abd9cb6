// What a mirror hands on: the proof that a version is in the log of the registry that it was published in. The mirror needs
// no trust for it, only the key of that log.
import {
  checkVersionProof,
  compareHeads,
  type ExpectedVersion,
  isAborted,
  isNotFound,
  LogError,
  type LoggedVersion,
  type RegistryClient,
  RegistryRequestError,
  readUntrustedHead,
  type ShownOriginProof,
  type SignedHead,
} from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { parseRegistryUrl, quote } from '@prime-registry/protocol';
import { TlogError } from '@prime-registry/tlog';
import { CommandError } from '../errors/command-error.ts';
import { explainLogError } from './explain-log-error.ts';
import { NODE_CRYPTO } from './node-crypto.ts';
import type { RegistryLogs } from './registry-logs.ts';
import { describeEvidence, writeEvidence } from './state/evidence.ts';
import { HeadFile } from './state/head-file.ts';
import { findOriginTrust, type OriginTrust } from './trust/find-origin-trust.ts';
import { requireOwnName } from './trust/remember-keys.ts';

/** A version that a mirror may have from another registry. */
export interface MirroredVersion extends ExpectedVersion {
  /** The base URL in its manifest; undefined if it is said to be published there. */
  readonly origin: string | undefined;
}

/** A version in the log of the registry that it was published in. */
export interface ProvedOrigin extends LoggedVersion {
  /** Base URL of that registry. */
  readonly registry: string;
  /** The proof, as text. */
  readonly proof: string;
  /** The keys that were trusted; none if a policy was. */
  readonly vkeys: readonly string[];
}

/** Errors of a mirror that has found a contradiction itself. */
const CONTRADICTIONS: readonly unknown[] = ['upstream_changed', 'upstream_mismatch'];

/**
 * Asks a mirror for the proof of the registry behind it, and checks it.
 * @returns undefined if it has none, and none is expected: nothing is known about a log there
 * @throws CommandError with the evidence if it is wrong, or missing although it was there before or the registry behind it
 *   is known to have a log
 */
export async function checkOrigin(
  logs: RegistryLogs,
  client: RegistryClient,
  asked: MirroredVersion,
  signal: AbortSignal,
): Promise<ProvedOrigin | undefined> {
  const { name, origin } = asked;
  const known = logs.findKnownOrigin(client.baseUrl, name);
  if (known === undefined && origin === undefined) return undefined;
  const expected =
    known ?? (origin !== undefined && logs.findTrust(origin) !== undefined ? origin : undefined);
  const answer = await readProof(client, asked, expected !== undefined, signal);
  const { registry: said } = answer ?? {};
  if (answer === undefined || said === undefined || isOf(client, said)) {
    if (expected === undefined) return undefined;
    throw await missing(logs, client, asked, { expected, answer });
  }
  try {
    const shown = readRegistry(said);
    const trust = findOriginTrust({
      ...{ known, said: origin, shown: { registry: shown, vkey: answer.vkey }, policy: logs.policy },
      findTrust: (registry) => logs.findTrust(registry),
    });
    // The mirror got it before witnesses saw that head.
    const checked = checkVersionProof(answer.proof, asked, trust.readSignedHead, NODE_CRYPTO);
    if (trust.source !== 'user')
      requireOwnName({ ...checked, registry: trust.registry, trust }, logs.knownLogs);
    await rememberHead(logs.stateFolder, checked.head, signal);
    remember(logs, client, name, trust);
    return { ...checked, registry: trust.registry, proof: answer.proof, vkeys: trust.vkeys };
  } catch (error) {
    throw await explain(error, logs, client, { ...asked, said, answer });
  }
}

async function readProof(
  client: RegistryClient,
  { name, version }: MirroredVersion,
  isExpected: boolean,
  signal: AbortSignal,
): Promise<ShownOriginProof | undefined> {
  try {
    return await client.originProof(name, version, { signal });
  } catch (error) {
    if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
    if (isNotFound(error)) return undefined;
    // A mirror that cannot ask says so: later it may.
    if (isExpected || CONTRADICTIONS.includes(error.code)) throw error;
    return undefined;
  }
}

/** Whether it is the address of a registry: then a mirror gives its own proof. */
function isOf({ baseUrl }: RegistryClient, text: string): boolean {
  const url = parseRegistryUrl(text);
  return url.ok && url.value === baseUrl;
}

/** The registry that a mirror says the proof is of. @throws LogError `malformed` */
function readRegistry(text: string): string {
  const url = parseRegistryUrl(text);
  if (url.ok) return url.value;
  throw new LogError('malformed', 'it is said to be of a registry which is no address');
}

/**
 * A mirror cannot show the hashes between two heads of another log. So only the first head is remembered, and heads of the
 * same size are compared; clients of that registry itself compare the others.
 */
async function rememberHead(stateFolder: string, shown: SignedHead, signal: AbortSignal): Promise<void> {
  const file = new HeadFile(stateFolder, shown.origin);
  const note = file.read();
  const seen = note === undefined ? undefined : readUntrustedHead(note);
  if (seen?.size === shown.size) await compareHeads(NOBODY, { seen, shown }, NODE_CRYPTO, signal);
  else if (note === undefined) await file.replace(undefined, shown.note, signal);
}

/** Heads of one size are compared without hashes. */
const NOBODY: Pick<RegistryClient, 'logConsistency'> = {
  logConsistency: () => Promise.reject(new Error('a mirror has no hashes of another log')),
};

function remember(
  logs: RegistryLogs,
  { baseUrl }: RegistryClient,
  name: string,
  { registry, vkeys, source }: OriginTrust,
): void {
  const [vkey] = vkeys;
  if (vkey !== undefined && source !== 'user') logs.trustFirst(registry, vkey, source, baseUrl);
  logs.rememberOrigin(baseUrl, name, registry);
}

async function explain(
  error: unknown,
  logs: RegistryLogs,
  { baseUrl }: RegistryClient,
  {
    name,
    version,
    said,
    answer,
  }: MirroredVersion & { readonly said: string; readonly answer: ShownOriginProof },
): Promise<unknown> {
  const shown = quote(said);
  const found =
    error instanceof TlogError
      ? new LogError('malformed', `the key of the log of ${shown} is malformed: ${error.message}`)
      : error;
  if (!(found instanceof LogError)) return found;
  const { finding, message } = found;
  const exhibits = found.exhibits.length > 0 ? found.exhibits : [{ title: 'The proof', text: answer.proof }];
  const whole = new LogError(finding, `the proof of ${shown}, which it hands on, is wrong: ${message}`, {
    exhibits,
    cause: found,
  });
  return explainLogError(whole, {
    registry: baseUrl,
    stateFolder: logs.stateFolder,
    consequence: `${name} ${version} was not installed, and nothing was changed`,
    remedy: `do not install it through this mirror, and give the evidence to its operator. ${logs.describeOriginReset(baseUrl, name)}`,
  });
}

async function missing(
  logs: RegistryLogs,
  { baseUrl }: RegistryClient,
  { name, version }: MirroredVersion,
  { expected, answer }: { readonly expected: string; readonly answer: ShownOriginProof | undefined },
): Promise<CommandError> {
  const finding = `${baseUrl} does not hand on the proof that ${name} ${version} is in the log of ${expected}`;
  const text = answer?.proof ?? 'It says that there is none.\n';
  const evidence = { registry: baseUrl, finding, texts: [{ title: 'What it answered', text }] };
  const path = await writeEvidence(logs.stateFolder, evidence);
  return new CommandError(toPrintable(`${finding}. Nothing was changed`), {
    code: 'log_missing',
    hint: `do not install it through this mirror, and ask its operator. ${logs.describeOriginReset(baseUrl, name)} ${describeEvidence(path, logs.stateFolder)}`,
  });
}
