// What the client needs of a fetch: a part of the Fetch standard, so that the `fetch` of each platform will do.

/** A request, as the `RequestInit` of the standard. */
export interface FetchRequest {
  readonly method: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** With `manual`, the answer is the redirect itself. */
  readonly redirect: 'manual' | 'follow';
  readonly credentials: 'omit';
  /** Ends the exchange, also while its body is read. */
  readonly signal: AbortSignal;
  readonly body?: string | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly duplex?: 'half';
}

/** An answer, as the `Response` of the standard; its body is decompressed. */
export interface FetchResponse {
  readonly status: number;
  /** `opaqueredirect` from a platform that hides redirects. */
  readonly type: string;
  /** The final URL; only needed where redirects were followed. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    cancel(): Promise<void>;
    getReader(): {
      /** Without a value at the end. */
      read(): Promise<{ readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}

/** Sends one request. Rejects if no answer begins. */
export interface RegistryFetch {
  (url: string, request: FetchRequest): Promise<FetchResponse>;
  /**
   * Opens connections to a server for requests that will follow, if it can. It waits for nothing, and reports no failure: these
   * requests do.
   */
  prepareConnections?(url: string, count: number): void;
}
