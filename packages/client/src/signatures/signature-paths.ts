// The paths of signatures and signers (not part of the contract).

/** The signatures of a version. */
export function signaturesPath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/signatures`;
}

/** Who may sign in a scope. */
export function scopeSignersPath(scope: string): string {
  return `/-/scopes/${scope}/signers`;
}

/** One of them. A fingerprint may have a slash and a plus, so that it is encoded. */
export function scopeSignerPath(scope: string, fingerprint: string): string {
  return `${scopeSignersPath(scope)}/${encodeURIComponent(fingerprint)}`;
}

/** Whether a scope takes versions without a signature. */
export function signingPolicyPath(scope: string): string {
  return `/-/scopes/${scope}/signing-policy`;
}
