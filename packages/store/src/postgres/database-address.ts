// The address of a database for messages, without the password.

/** Host, port and name of a database. @param url - a valid URL */
export function describeAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `postgres://${host || (searchParams.get('host') ?? '')}${pathname}`;
}
