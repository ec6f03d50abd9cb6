// Verifies the signatures of a version, before anything of it is stored. Whose keys they are is for the store.
import { hash } from 'node:crypto';
import { type FieldProblem, RegistryError } from '@prime-registry/protocol';
import { PUBLISH_NAMESPACE, statementOf, verifySignature } from '@prime-registry/sshsig';
import type { NewSignature } from '@prime-registry/store';

/** What a signature must be of. */
export interface SignedVersion {
  readonly name: string;
  readonly version: string;
  /** Of the tarball. */
  readonly sha256: string;
  readonly sourceManifest: Uint8Array;
}

/**
 * Verifies signatures.
 * @param given - the text of each
 * @param fieldOf - how problems name one, by its index
 * @throws RegistryError `invalid_signature` unless each is one of this version, of a key of its own
 */
export function checkSignatures(
  given: readonly Uint8Array[],
  version: SignedVersion,
  fieldOf: (index: number) => string,
): NewSignature[] {
  if (given.length === 0) return [];
  const { good, problems } = judgeSignatures(given, version, fieldOf);
  const [first] = problems;
  if (first === undefined) return good;
  const { name, version: number, sha256, sourceManifest } = version;
  const signed = `name ${name}, version ${number}, sha256 ${sha256} and manifest-sha256 ${digestOf(sourceManifest)}`;
  throw new RegistryError('invalid_signature', {
    detail: `${first.field}: ${first.message}. What has to be signed is the statement with ${signed}.`,
    errors: problems,
  });
}

/** The same for signatures of others, of which only the good ones matter. */
export function judgeSignatures(
  given: readonly Uint8Array[],
  { name, version, sha256, sourceManifest }: SignedVersion,
  fieldOf: (index: number) => string,
): { readonly good: NewSignature[]; readonly problems: FieldProblem[] } {
  const good: NewSignature[] = [];
  const problems: FieldProblem[] = [];
  const statement = Buffer.from(
    statementOf({ name, version, sha256, manifestSha256: digestOf(sourceManifest) }),
  );
  for (const [index, bytes] of given.entries()) {
    const text = Buffer.from(bytes).toString('latin1');
    const verified = verifySignature(text, statement, { namespace: PUBLISH_NAMESPACE });
    if (!verified.ok) {
      problems.push({ field: fieldOf(index), message: verified.message });
      continue;
    }
    const { fingerprint, armored } = verified.value;
    if (good.some((other) => other.fingerprint === fingerprint))
      problems.push({ field: fieldOf(index), message: 'is of the same key as another one' });
    else good.push({ fingerprint, armored });
  }
  return { good, problems };
}

function digestOf(sourceManifest: Uint8Array): string {
  return hash('sha256', sourceManifest, 'hex');
}
