// The three ways in which a check does not pass, as errors.

/** A response is wrong: the check is a Fail. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly expected: string;
  readonly got: string;
  readonly request: string | undefined;

  constructor(details: { expected: string; got: string; request?: string | undefined }) {
    super(`expected ${details.expected}, got ${details.got}`);
    this.expected = details.expected;
    this.got = details.got;
    this.request = details.request;
  }
}

/** A precondition is missing, so the check says nothing about the registry: the check is a Skip. */
export class Unmet extends Error {
  override readonly name = 'Unmet';
}

/** The check could not run (no connection, a refused token, a rate limit): the check is an Error. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  readonly request: string | undefined;

  constructor(reason: string, request?: string) {
    super(reason);
    this.request = request;
  }
}

/** Makes something that another check examines. If that fails, this check is a Skip that says why. */
export async function precondition<T>(what: string, value: Promise<T> | (() => T)): Promise<T> {
  try {
    return await (typeof value === 'function' ? value() : value);
  } catch (error) {
    if (error instanceof Unmet) throw error;
    throw new Unmet(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
