// Prints the trust state of Primes as a table.
import { formatColumns, toPrintable } from '@prime-registry/command-line';
import type { PrimeTrust } from './prime-trust.ts';

/** One row for each Prime. */
export function showTrust(primes: readonly PrimeTrust[]): string {
  return formatColumns(
    primes.map((prime) => [
      toPrintable(prime.name),
      prime.version,
      describeSigners(prime.signed_by),
      toPrintable(describePublisher(prime.published_by)),
      prime.log_index === undefined ? 'no proof of a log' : `logged #${prime.log_index}`,
      prime.witnessed_by === undefined ? '' : toPrintable(`witnessed by ${prime.witnessed_by.join(', ')}`),
    ]),
    '',
  );
}

function describeSigners(signers: PrimeTrust['signed_by']): string {
  if (signers === undefined) return 'signatures unknown';
  return signers.length === 0 ? 'not signed' : `signed by ${signers.join(', ')}`;
}

/** The lines of policies that are not met. */
export function listUnmet(primes: readonly Pick<PrimeTrust, 'name' | 'version' | 'unmet'>[]): string[] {
  return primes.flatMap(({ name, version, unmet = [] }) =>
    unmet.map(({ file, line, rule, wanted, found }) =>
      toPrintable(`${name} ${version}  ${file}, line ${line} (${rule}): wants ${wanted}; ${found}`),
    ),
  );
}

/** A publisher in a few words, such as `published by acme/knowledge at 3f2c1e9 (https://ci.example)`: others have the same names. */
function describePublisher(publisher: PrimeTrust['published_by']): string {
  if (publisher === undefined) return 'publisher unknown';
  const { claims, issuer, proved } = publisher;
  const who = claims.repository ?? claims.project_path ?? claims.sub ?? issuer;
  const where = claims.sha === undefined ? '' : ` at ${claims.sha.slice(0, 7)}`;
  return `published by ${who}${where} (${issuer})${proved ? '' : ', as the registry says'}`;
}
