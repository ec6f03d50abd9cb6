// Where a database is, for people: never with its password.

/** Host, port and name of a database. @param url - one that was checked */
export function describeAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `postgres://${host || (searchParams.get('host') ?? '')}${pathname}`;
}
