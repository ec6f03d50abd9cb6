// Random numbers that are the same in every run.

/** xorshift32 (Marsaglia, "Xorshift RNGs", 2003): 32-bit whole numbers. The seed must be above 0. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
