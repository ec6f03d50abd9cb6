// The data types of the SSH protocols (RFC 4251, section 5), read from bytes of others.
import { SshsigError } from '../sshsig-error.ts';

/** Reads one value after the other. What is missing, too long or written in more than one way is an error. */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #what: string;
  #offset = 0;

  /** @param what - What the bytes are, for messages, such as `the signature`. */
  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = what;
  }

  /** A number of bytes that has no length before it. @throws SshsigError */
  bytes(count: number, field: string): Buffer {
    if (this.#bytes.length - this.#offset < count) {
      throw new SshsigError(`${this.#what} ends within its ${field}`);
    }
    this.#offset += count;
    return this.#bytes.subarray(this.#offset - count, this.#offset);
  }

  /** `uint32`. @throws SshsigError */
  uint32(field: string): number {
    return this.bytes(4, field).readUInt32BE();
  }

  /** `string` as bytes. @throws SshsigError */
  string(field: string): Buffer {
    return this.bytes(this.uint32(field), field);
  }

  /** `string` of printable ASCII, up to 255 characters. @throws SshsigError */
  text(field: string): string {
    const text = this.string(field).toString('latin1');
    if (!/^[\x20-\x7e]{0,255}$/.test(text)) {
      throw new SshsigError(`the ${field} of ${this.#what} is no printable text of up to 255 characters`);
    }
    return text;
  }

  /** `mpint` above zero, without the zero byte that may precede it. @throws SshsigError */
  positive(field: string): Buffer {
    const bytes = this.string(field);
    const [first = 0, second = 0] = bytes;
    if (first >= 0x80) throw new SshsigError(`the ${field} of ${this.#what} is negative`);
    if (bytes.length === 0 || (first === 0 && second === 0)) {
      throw new SshsigError(`the ${field} of ${this.#what} is zero, or begins with zeros that mean nothing`);
    }
    if (first !== 0) return bytes;
    if (second < 0x80)
      throw new SshsigError(`the ${field} of ${this.#what} begins with a zero that means nothing`);
    return bytes.subarray(1);
  }

  /** @throws SshsigError if there are further bytes */
  end(): void {
    const rest = this.#bytes.length - this.#offset;
    if (rest > 0) throw new SshsigError(`${this.#what} has ${rest} further bytes after its end`);
  }
}
