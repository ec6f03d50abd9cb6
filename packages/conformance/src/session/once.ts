// Scenes and answers that several checks share are made once.

/** Memoizes an asynchronous function without parameters. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
