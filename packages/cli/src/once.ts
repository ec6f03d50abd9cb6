/** A function that makes something at its first call, and gives the same from then on; also a promise that rejects. */
export function once<T extends {}>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
