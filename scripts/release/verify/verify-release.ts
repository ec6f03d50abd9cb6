// Checks the folder of a release before it is published, or after a download.
import { findChecksumProblems } from '../artifacts/checksums.ts';
import { listContents } from '../artifacts/release-parts.ts';
import { verifySignature } from '../artifacts/sign.ts';
import { ReleaseError } from '../processes.ts';

/**
 * Checks the signature, all checksums, and that packages, programs and images are of one version.
 * @param signers - a file of allowed signers; without it, the signature is not checked
 * @returns what was checked @throws ReleaseError with everything that is wrong
 */
export async function verifyRelease(
  folder: string,
  version: string,
  signers: string | undefined,
): Promise<string> {
  const signer = signers === undefined ? undefined : verifySignature(folder, signers);
  const problems = await findChecksumProblems(folder);
  if (problems.length > 0)
    throw new ReleaseError(`${folder} is not the release that was made:\n- ${problems.join('\n- ')}`);
  const { packages, programs, images } = listContents(folder, version);
  const by = signer === undefined ? 'The signature was not checked: give --signers.' : `Signed by ${signer}.`;
  const counts = `${packages.length} packages, ${programs.length} programs and ${images.length} images`;
  return `All files are those of ${version}: ${counts}. ${by}`;
}
