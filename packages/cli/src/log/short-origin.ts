// The name of a log as people know it.

/** The name of a log without the path that all logs of prime-registry have: `primes.acme.example`. */
export function shortOrigin(origin: string): string {
  return origin.replace(/\/-\/log$/, '');
}
