// How often tarballs were downloaded.

/** Downloads of a version on a day. */
export interface DownloadCount {
  readonly name: string;
  /** The version without its build metadata. */
  readonly identity: string;
  /** Days since 1970-01-01, in UTC. */
  readonly day: number;
  readonly downloads: number;
}

/** Downloads of one of a Prime's versions on a day. */
export interface DailyDownloads {
  readonly day: number;
  /** As its author wrote it. */
  readonly version: string;
  readonly downloads: number;
}

/** Downloads of a Prime on a day. */
export type DownloadsOfDay = Omit<DailyDownloads, 'version'>;

/** Downloads by version and day. */
export interface DownloadStore {
  /** Adds to what was counted, in one transaction. What is of no version that exists is forgotten. */
  addDownloads(counts: readonly DownloadCount[]): Promise<void>;
  /** Of every version, from a day on, oldest first. */
  listDownloads(name: string, sinceDay: number): Promise<DailyDownloads[]>;
  /** Of all versions together, from a day on, oldest first; days without any are left out. */
  sumDownloads(name: string, sinceDay: number): Promise<DownloadsOfDay[]>;
  /** All that were ever counted. */
  countDownloads(name: string): Promise<number>;
}
