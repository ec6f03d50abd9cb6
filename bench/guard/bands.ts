// What the guard compares, and the share of a bare program that each figure has today.

/** A figure of this registry, next to a bare program that does only what cannot be left out. */
export interface Band {
  readonly title: string;
  /** The bare program. */
  readonly bare: string;
  /** The least share of the speed of the bare program: below, something became slower. */
  readonly atLeast: number;
  /** The most share that the band expects: above, the band should move up. */
  readonly atMost: number;
}

/** The bands, from several runs on an idle and on a busy machine; `npm run bench -- guard` prints the share of a run. */
export const BANDS = {
  manifest: {
    title: 'manifest of a version',
    bare: '`node:http` with the same bytes',
    atLeast: 0.7,
    atMost: 1.3,
  },
  list: { title: 'list of 50 versions', bare: '`node:http` with the same bytes', atLeast: 0.7, atMost: 1.3 },
  publish: {
    title: 'publish of 10 KB, 16 at once',
    bare: 'a server that only does the durable work',
    atLeast: 0.3,
    atMost: 1,
  },
  start: {
    title: 'start to the first answer, from the clone',
    bare: 'start of `node:http`',
    atLeast: 0.2,
    atMost: 0.5,
  },
  install: {
    title: 'install of 50 Primes, cold',
    bare: 'a client that only downloads and unpacks',
    atLeast: 0.2,
    atMost: 1,
  },
} as const satisfies Readonly<Record<string, Band>>;

/** The name of a figure. */
export type Figure = keyof typeof BANDS;
