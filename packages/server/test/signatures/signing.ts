// Requests about signatures, for tests.
import type { LogEntry } from '@prime-registry/protocol';
import type { Actor, Answer, PrimeDraft, TestRegistry } from '@prime-registry/testkit';
import { type SshSigner, signedForm, statementText } from '@prime-registry/testkit/ssh';

/** Publishes a draft with the signatures of some keys. */
export function publishSigned(
  actor: Actor,
  draft: PrimeDraft,
  signers: readonly SshSigner[],
  path = '/publish',
): Promise<Answer> {
  return sendSignatures(
    actor,
    draft,
    signers.map((signer) => signer.sign(statementText(draft))),
    path,
  );
}

/** Publishes a draft with any texts as signatures. */
export function sendSignatures(
  actor: Actor,
  draft: PrimeDraft,
  signatures: readonly string[],
  path = '/publish',
): Promise<Answer> {
  return actor.request(path, { method: 'POST', body: signedForm(draft, signatures) });
}

/** The signatures of a version. */
export const signaturesOf = (name: string, version: string): string =>
  `/-/primes/${name}/${version}/signatures`;

/** Adds a signature to a version. */
export function addSignature(
  actor: Actor,
  name: string,
  version: string,
  signature: unknown,
): Promise<Answer> {
  return send(actor, 'POST', signaturesOf(name, version), { signature });
}

/** The path of a key of a scope. */
export function signerOf(scope: string, { fingerprint }: SshSigner): string {
  return `/-/scopes/${scope}/signers/${encodeURIComponent(fingerprint)}`;
}

/** Lets a key sign for a scope. */
export function addSigner(
  actor: Actor,
  scope: string,
  signer: SshSigner,
  principal?: string,
): Promise<Answer> {
  return send(actor, 'PUT', signerOf(scope, signer), { key: signer.publicKey, principal });
}

/** Sets whether a scope requires signatures. */
export function requireSignatures(actor: Actor, scope: string, isRequired: unknown): Promise<Answer> {
  return send(actor, 'PUT', `/-/scopes/${scope}/signing-policy`, { require_signature: isRequired });
}

/** Sends a JSON body. */
export function send(actor: Actor, method: string, path: string, body?: unknown): Promise<Answer> {
  return actor.request(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** All entries of the log, by index. */
export async function readEntries({ store }: Pick<TestRegistry, 'store'>): Promise<LogEntry[]> {
  const entries = await store.listLogEntries(0, 1000);
  return entries.map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as LogEntry);
}
