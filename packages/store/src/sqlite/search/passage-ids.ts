/**
 * Row ids of each Prime in the index of passages; far more than it has passages. The README has the first one, atoms have
 * others in the order of insertion.
 */
export const PASSAGES = 2 ** 20;
