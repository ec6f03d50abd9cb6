// What the store knows of other registries. What was published here and what came from elsewhere never mix: a Prime is of one
// origin for as long as there is a version of it.

/** To whom a name belongs. */
export interface NameStanding {
  /** Whether anything of its scope was published here: then nobody else may supply any name of it. */
  readonly isLocalScope: boolean;
  /** Where its versions came from, as a base URL; undefined when there are none here, or they were published here. */
  readonly origin: string | undefined;
}

/** What a registry answered when it was asked for the versions of a Prime. */
export interface MirroredList {
  readonly name: string;
  /** Base URL of that registry. */
  readonly origin: string;
  readonly etag: string | undefined;
  /** JSON, as it was answered. */
  readonly body: string;
  /** When it was last said to hold. */
  readonly checkedAtMs: number;
}

/** What is kept of other registries beside their versions. */
export interface MirrorStore {
  findStanding(name: string): Promise<NameStanding>;
  /** The same of many names, by name. */
  listStandings(names: readonly string[]): Promise<ReadonlyMap<string, NameStanding>>;
  findMirroredList(name: string): Promise<MirroredList | undefined>;
  /** Stores a list in the place of the one before. */
  saveMirroredList(list: MirroredList): Promise<void>;
  removeMirroredList(name: string): Promise<void>;
}
