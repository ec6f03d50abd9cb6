// Unpacks one file.
/** Gets what is unpacked. */
export interface UnpackedSink {
  /** The next bytes of a member. @returns whether more is wanted */
  onBytes(bytes: Uint8Array): boolean;
  /** The member is complete: the next bytes are of another one. */
  onMemberEnd(): void;
}

/** Unpacks one file, which arrives in any pieces. */
export interface Unpacker {
  /** Resolves when the bytes were unpacked. Never rejects because of what they are. */
  write(bytes: Uint8Array): Promise<void>;
  /** The file has ended. */
  close(): Promise<void>;
  /** Frees memory; safe at any time. */
  discard(): void;
}

/** The size of the pieces of what is unpacked. */
export const OUTPUT_CHUNK_BYTES = 64 * 1024;
