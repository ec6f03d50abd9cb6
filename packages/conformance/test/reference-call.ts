// Requests and responses of the reference registry, and what it keeps.

/** The endpoints of the life of a version. */
export type LifeEndpoint =
  | 'state'
  | 'unyank'
  | 'deprecate'
  | 'undeprecate'
  | 'set-channel'
  | 'remove-channel'
  | 'move'
  | 'move-back'
  | 'remove';

/** The endpoints of the log. */
export type LogEndpoint = 'log' | 'checkpoint' | 'tile' | 'consistency' | 'proof';

/** The endpoints of the contract, and those of the life of a version and of the log. */
export type Endpoint =
  | 'publish'
  | 'list'
  | 'manifest'
  | 'tarball'
  | 'search'
  | 'yank'
  | LifeEndpoint
  | LogEndpoint
  | 'none';

/** A parsed request. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly name: string;
  /** The version, or the channel. */
  readonly version: string;
  /** The path as received, still encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A response, before the server writes it. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON body. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** A body of bytes. */
  readonly bytes?: Buffer;
  /** Bytes after a 304, which must not have a body. */
  readonly afterHead?: string;
}

/** A published version. */
export interface Entry {
  readonly name: string;
  readonly version: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tarball: Buffer;
  readonly publishedAt: string;
  readonly promotedFrom?: Readonly<Record<string, unknown>>;
  yanked: boolean;
}
