// Reads the statements that a client of PostgreSQL sends (postgresql.org/docs/current/protocol-message-formats.html).

const HEADER_BYTES = 5;

/**
 * The statements that these messages run, in order. Other bytes, such as the first message of a connection, are none.
 * @param bytes - whole messages
 * @param prepared - the prepared statements of the connection by name; the function adds to it
 */
export function readStatements(bytes: Buffer, prepared: Map<string, string>): string[] {
  const statements: string[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const type = String.fromCharCode(bytes[at] ?? 0);
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    // The length contains itself.
    if (end < at + HEADER_BYTES || end > bytes.length) break;
    const [first = '', second = ''] = bytes.toString('utf8', at + HEADER_BYTES, end).split('\0', 2);
    if (type === 'Q') statements.push(first);
    if (type === 'P') prepared.set(first, second);
    // Bind names a portal, then the statement that it runs.
    if (type === 'B') statements.push(prepared.get(second) ?? '');
    at = end;
  }
  return statements;
}
