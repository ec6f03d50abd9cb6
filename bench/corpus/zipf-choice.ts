// Skewed random choices, as in real corpora.

/** Numbers from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** A whole number from `least` to `most`, uniformly distributed. */
export function wholeBetween(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/**
 * Chooses by Zipf's law: the item at rank r, from 0, has a probability proportional to 1 / (r + flatness).
 * @param flatness - above 0. The greater, the less the first items stand out (Mandelbrot's addition to the
 * law)
 */
export function zipfChoice<T>(items: readonly T[], flatness: number): (random: Random) => T {
  let sum = 0;
  const sums = items.map((_, rank) => {
    sum += 1 / (rank + flatness);
    return sum;
  });
  return (random) => {
    const wanted = random() * sum;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    const item = items[low];
    if (item === undefined) throw new RangeError('there are no items');
    return item;
  };
}
