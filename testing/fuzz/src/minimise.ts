// Makes a failing input as small as possible while it fails in the same way, so that people can understand
// it.

/** Says how an input fails. undefined if it does not. */
export type FailureOf = (input: Buffer) => Promise<string | undefined>;

const MOST_TRIALS = 2000;
const MOST_MS = 30_000;

/** Removes pieces, from large to small, while the failure stays the same. */
export async function minimise(input: Buffer, failureOf: FailureOf): Promise<Buffer> {
  const failure = await failureOf(input);
  if (failure === undefined) return input;
  const giveUpMs = performance.now() + MOST_MS;
  let smallest = input;
  let trials = 0;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < smallest.length; ) {
      trials += 1;
      if (trials > MOST_TRIALS || performance.now() > giveUpMs) return smallest;
      const without = Buffer.concat([smallest.subarray(0, start), smallest.subarray(start + size)]);
      if ((await failureOf(without)) === failure) smallest = without;
      else start += size;
    }
  }
  return smallest;
}
