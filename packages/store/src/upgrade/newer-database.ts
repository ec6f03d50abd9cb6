// The message for an operator whose database was made by a newer program.

/** @param needed - the version of the program that the migration came with; undefined if it is not recorded */
export function describeNewerDatabase(migration: string, needed: string | undefined): string {
  const advice =
    needed === undefined
      ? 'run the version that made it'
      : `it needs prime-registry ${needed} or later: run that`;
  return `the database was made by a newer prime-registry (it has ${migration}); ${advice}, or restore the backup that was made before the upgrade`;
}
