// Fingerprints of SSH keys, as ssh-keygen prints them. Without the package that reads keys, so that little is loaded.

/** Whether a text is `SHA256:` and the digest of a key in Base64 without padding (OpenSSH, `ssh-keygen -l`). */
export function isFingerprint(text: string): boolean {
  return /^SHA256:[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$/.test(text);
}
