// Randomness that is the same in every run.

/** xorshift32 (Marsaglia, "Xorshift RNGs", 2003): whole numbers of 32 bits, the same for the same seed above 0. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
