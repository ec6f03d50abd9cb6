// Files of allowed signers, in OpenSSH's own form (ssh-keygen(1), "ALLOWED SIGNERS").
import { type AllowedSigner, parseAllowedSigners } from '@prime-registry/sshsig';
import { ValidationError } from '../errors/validation-error.ts';
import { readProjectFile } from '../files/read-project-file.ts';

/** Larger files are refused, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Reads a file. @throws ValidationError if there is none, a line is wrong, or it allows nobody */
export async function readAllowedSigners(path: string): Promise<readonly AllowedSigner[]> {
  const text = await readProjectFile(path, MAX_BYTES);
  if (text === undefined) throw new ValidationError(`the file of allowed signers ${path} does not exist`);
  const parsed = parseAllowedSigners(text);
  if (!parsed.ok) throw new ValidationError(`${path} is no file of allowed signers: ${parsed.message}`);
  if (parsed.value.length === 0) throw new ValidationError(`${path} allows nobody: it has no keys`);
  return parsed.value;
}
