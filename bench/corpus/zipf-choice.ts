// The skewed choices that real corpora are made of.

/** Numbers from 0 up to, but without, 1. */
export type Random = () => number;

/** A whole number from `least` to `most`, each as likely. */
export function wholeBetween(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/**
 * Chooses by Zipf's law: the item at rank r, from 0, is as likely as 1 / (r + flatness).
 * @param flatness - above 0; the greater, the less the first items stand out (Mandelbrot's addition to the law).
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
    if (item === undefined) throw new RangeError('there is nothing to choose from');
    return item;
  };
}
