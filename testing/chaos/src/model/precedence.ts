// Precedence and selection of versions, implemented from Semantic Versioning 2.0.0 and the contract,
// independently of the server's code.

/** The version without build metadata, which does not distinguish versions (semver.org, item 10). */
export function identityOf(version: string): string {
  return version.replace(/\+.*$/, '');
}

export function isPrerelease(version: string): boolean {
  return identityOf(version).includes('-');
}

/** Negative if `a` comes before `b`, 0 if they are the same version (semver.org, item 11). */
export function comparePrecedence(a: string, b: string): number {
  const [left, right] = [split(a), split(b)];
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0n);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  }
  if (left.identifiers.length === 0 || right.identifiers.length === 0) {
    return right.identifiers.length - left.identifiers.length;
  }
  for (const [index, identifier] of left.identifiers.entries()) {
    const other = right.identifiers[index];
    if (other === undefined) return 1;
    const difference = compareIdentifiers(identifier, other);
    if (difference !== 0) return difference;
  }
  return left.identifiers.length - right.identifiers.length;
}

/** The `latest` of these versions, none of which is yanked. Empty if there are none. */
export function chooseLatest(versions: readonly string[]): string {
  const sorted = versions.toSorted(comparePrecedence);
  return sorted.findLast((version) => !isPrerelease(version)) ?? sorted.at(-1) ?? '';
}

function split(version: string): { numbers: bigint[]; identifiers: string[] } {
  const identity = identityOf(version);
  const dash = identity.indexOf('-');
  const core = dash === -1 ? identity : identity.slice(0, dash);
  return {
    numbers: core.split('.').map(BigInt),
    identifiers: dash === -1 ? [] : identity.slice(dash + 1).split('.'),
  };
}

function compareIdentifiers(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Math.sign(Number(BigInt(a) - BigInt(b)));
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
