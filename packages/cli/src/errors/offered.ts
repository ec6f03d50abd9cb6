// Requests beyond the contract: a registry that does not know them answers 404 or 405, which must not read as if the
// Prime were missing.
import { RegistryRequestError } from '@prime-registry/client';
import { CommandError } from './command-error.ts';

/** @throws CommandError if the registry does not offer this; `what` is a noun, such as `deprecations` */
export async function offered<T>(request: Promise<T>, what: string): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof RegistryRequestError) || error.code !== undefined) throw error;
    if (error.status !== 404 && error.status !== 405) throw error;
    throw new CommandError(`${error.registry} does not offer ${what}`, {
      cause: error,
      hint: 'it is not part of the contract; ask the operator of the registry',
    });
  }
}
