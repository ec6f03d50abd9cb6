// Whether a version has a signer that its Prime had before. The first one is remembered, as a key of a host in known_hosts.

/** A version whose signers do not fit. */
export interface RefusedSigner {
  readonly name: string;
  readonly message: string;
}

/** The signers of a Prime from now on; or why they are refused. */
export type SignerVerdict =
  | { readonly signers: readonly string[]; readonly note?: string | undefined }
  | { readonly refused: RefusedSigner };

/**
 * Compares the signers of a version with those of the versions before. One of them is enough: co-authors need not be many.
 * @param known - fingerprints that were remembered; none for a Prime that was never signed
 * @param found - those whose signatures are good
 */
export function compareSigners(
  { name, version }: { readonly name: string; readonly version: string },
  known: readonly string[],
  found: readonly string[],
  { accepts, problem }: { readonly accepts: boolean; readonly problem: string | undefined },
): SignerVerdict {
  const listed = found.join(', ');
  if (found.some((fingerprint) => known.includes(fingerprint))) return { signers: known };
  if (known.length === 0) {
    if (listed !== '')
      return { signers: found, note: `${name} is signed by ${listed}; .primes/signers.txt remembers it` };
    const isBad = problem !== undefined;
    return { signers: [], note: isBad ? `${name} ${version} has no good signature: ${problem}` : undefined };
  }
  const bad = problem === undefined ? '' : `; a signature is not good: ${problem}`;
  if (!accepts) {
    const is = listed === '' ? 'is not signed' : `is signed by ${listed}`;
    const message = `${version} ${is}${bad}, and was signed by ${known.join(' or ')} before`;
    return { refused: { name, message } };
  }
  if (listed === '') return { signers: [], note: `${name} ${version} is not signed, which is accepted` };
  return { signers: [...known, ...found], note: `${name} is also signed by ${listed} from now on` };
}
