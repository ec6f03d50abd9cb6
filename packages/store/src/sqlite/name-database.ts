// Names the file in the errors of a database that cannot be opened.
import { RegistryError } from '@prime-registry/protocol/basics';

/**
 * Opens a database.
 * @throws RegistryError `storage_unavailable`; only its cause, for the log, names the file
 */
export async function namingDatabase<T>(file: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const reason = (error instanceof RegistryError ? error.cause : error) as Error;
    const cause = new Error(`the database ${file} cannot be opened: ${reason.message}`, { cause: reason });
    throw new RegistryError(
      'storage_unavailable',
      { detail: 'The database of the registry cannot be opened.' },
      { cause },
    );
  }
}
