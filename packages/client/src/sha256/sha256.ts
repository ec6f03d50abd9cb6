// The interface of both SHA-256 implementations. `imports` in package.json selects one.

/** An incremental SHA-256. */
export interface Sha256 {
  /** Adds bytes. They are not kept. */
  update(bytes: Uint8Array): void;
  /** The digest: 64 lower-case hexadecimal digits. Can be called once. */
  digestHex(): string;
}
