// What both ways to compute a SHA-256 have in common. Which one is taken is for `imports` in package.json to say.

/** A digest in the making. */
export interface Sha256 {
  /** Adds bytes, in their order; they are not kept. */
  update(bytes: Uint8Array): void;
  /** The digest of all that was added: 64 lower-case hexadecimal digits. It can be asked for once. */
  digestHex(): string;
}
