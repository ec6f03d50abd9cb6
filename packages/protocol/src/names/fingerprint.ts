// Fingerprints of SSH keys, as OpenSSH prints them.

/** The form as a regular expression. The last of 43 characters has four bits of the digest, and two zeros. */
export const FINGERPRINT_PATTERN = '^SHA256:[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$';

const FORM = new RegExp(FINGERPRINT_PATTERN);

/** Whether a text has the form of the fingerprint of an SSH key, as `ssh-keygen -l` prints it. */
export function isFingerprint(text: string): boolean {
  return FORM.test(text);
}
