// Hit ratios of caches without simulating them: requests for objects by Zipf's law.

/** The share of the requests that each object gets, most first. @param exponent - of Zipf's law */
export function zipfShares(objects: number, exponent: number): Float64Array {
  const shares = new Float64Array(objects);
  let sum = 0;
  for (let rank = 0; rank < objects; rank += 1) {
    const weight = (rank + 1) ** -exponent;
    shares[rank] = weight;
    sum += weight;
  }
  return shares.map((weight) => weight / sum);
}

/**
 * The hit ratio of a cache that drops what was not requested for longest, in Che's approximation (Che, Tung, Wang,
 * "Hierarchical Web Caching Systems", 2002): an object is in the cache if it was requested within a time that is the same for
 * all, so that as many objects are in it as there is room.
 * @param capacity - in objects
 */
export function hitRatioOfLru(shares: Float64Array, capacity: number): number {
  if (capacity >= shares.length) return 1;
  const held = (time: number): number => shares.reduce((sum, share) => sum + 1 - Math.exp(-share * time), 0);
  let [low, high] = [0, 1];
  while (held(high) < capacity) high *= 2;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (held(middle) < capacity) low = middle;
    else high = middle;
  }
  return shares.reduce((sum, share) => sum + share * (1 - Math.exp(-share * high)), 0);
}

/**
 * How often a second a cache asks again for what it has, if it answers from memory for some seconds after each answer.
 * @param perSecond - requests for all objects
 */
export function refreshesPerSecond(shares: Float64Array, perSecond: number, seconds: number): number {
  return shares.reduce((sum, share) => sum + (share * perSecond) / (1 + share * perSecond * seconds), 0);
}

/**
 * The hit ratio of a cache whose answers are good until the next commit of anything: those of objects that were requested
 * since. Requests and commits are Poisson processes.
 * @param perSecond - requests for all objects
 */
export function hitRatioBetweenCommits(
  shares: Float64Array,
  perSecond: number,
  commitsPerSecond: number,
): number {
  return shares.reduce((sum, share) => {
    const own = share * perSecond;
    return sum + (own === 0 ? 0 : (share * own) / (own + commitsPerSecond));
  }, 0);
}
