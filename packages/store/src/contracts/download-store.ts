// Interface to the download counts of tarballs.

/** Downloads of a version on a day. */
export interface DownloadCount {
  readonly name: string;
  /** The version without its build metadata. */
  readonly identity: string;
  /** Days since 1970-01-01, in UTC. */
  readonly day: number;
  readonly downloads: number;
}

/** Downloads of a version on a day. The Prime is known. */
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
  /** Adds to the counts, in one transaction. Drops counts of versions that do not exist. */
  addDownloads(counts: readonly DownloadCount[]): Promise<void>;
  /** Counts of each version from a day on, oldest first. */
  listDownloads(name: string, sinceDay: number): Promise<DailyDownloads[]>;
  /** Totals of all versions from a day on, oldest first; days without downloads are omitted. */
  sumDownloads(name: string, sinceDay: number): Promise<DownloadsOfDay[]>;
  /** The total of all time. */
  countDownloads(name: string): Promise<number>;
}
