// Errors that are expected, such as a missing file: they mean that there is no result. All others are passed on.

type IsExpected = (error: unknown) => boolean;

/**
 * The result of a call; undefined if it throws an expected error. How a promise ends is not looked at: for that, there
 * is {@link ignore}.
 * @throws every other error
 */
export function unless<T>(isExpected: IsExpected, call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}

/** The result of a call whose failure is harmless; undefined then. */
export function unlessFailed<T>(call: () => T): T | undefined {
  return unless(() => true, call);
}

/** For `catch` of a promise: undefined for an expected error. @throws every other error */
export function ignore(isExpected: IsExpected): (error: unknown) => undefined {
  return (error) => {
    if (!isExpected(error)) throw error;
  };
}

/** Whether an error is of a class. */
export function isA(kind: abstract new (...args: never[]) => Error): IsExpected {
  return (error) => error instanceof kind;
}
