// The query parameter of requests about many Primes.

export function primesParameter(keys: readonly string[]): string {
  return `primes=${keys.join(',').replaceAll('+', '%2B')}`;
}
