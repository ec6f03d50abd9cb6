// Makes a failing input as small as it gets while it still fails in the same way, so that a person sees what it is about.

/** Says how an input fails; undefined when it does not. */
export type FailureOf = (input: Buffer) => Promise<string | undefined>;

const MOST_TRIALS = 2000;
const MOST_MS = 30_000;

/** Takes out pieces, large ones first, then smaller ones, for as long as the failure stays the same. */
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
