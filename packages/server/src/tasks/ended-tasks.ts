// The errors of threads as answers to clients.
import { RegistryError } from '@prime-registry/protocol';
import { ThreadEndedError, ThreadPoolClosedError, ThreadPoolFullError } from '@prime-registry/threads';

/** @throws RegistryError `overloaded` in the place of the errors of threads, `invalid_request` if the registry stops */
export async function refuseEnded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): RegistryError | undefined {
  if (error instanceof ThreadPoolFullError) {
    const detail = 'Too much is being read at the moment. Try again in a moment.';
    return new RegistryError('overloaded', { detail }, { cause: error });
  }
  if (error instanceof ThreadPoolClosedError) {
    // Pools are closed after the last answer: nobody waits for this one, and it is no failure.
    const detail = 'The connection was closed before the request had ended: the registry stops.';
    return new RegistryError('invalid_request', { detail }, { cause: error });
  }
  if (!(error instanceof ThreadEndedError)) return undefined;
  const why = error.isLimit ? `: ${error.message}` : '';
  const detail = `Reading this was given up${why}. Try again in a moment.`;
  return new RegistryError('overloaded', { detail }, { cause: error });
}
