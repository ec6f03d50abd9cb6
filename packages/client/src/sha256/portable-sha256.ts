// SHA-256 (FIPS 180-4) for platforms without node:crypto: Web Crypto digests only what is in memory as a whole.
import type { Sha256 } from './sha256.ts';

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const PRIMES = listPrimes(64);
// Section 5.3.3 and 4.2.2: the first 32 bits of the fractional parts of square and cube roots of the first primes.
const INITIAL_STATE = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));
const ROUND_CONSTANTS = Uint32Array.from(PRIMES, (prime) => fractionBits(Math.cbrt(prime)));

/** Begins a digest of nothing. */
export function createSha256(): Sha256 {
  return new PortableSha256();
}

class PortableSha256 implements Sha256 {
  readonly #state = INITIAL_STATE.slice();
  readonly #schedule = new Uint32Array(64);
  readonly #block = new Uint8Array(BLOCK_BYTES);
  readonly #view = new DataView(this.#block.buffer);
  #sizeBytes = 0;

  update(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; ) {
      const filled = this.#sizeBytes % BLOCK_BYTES;
      const piece = bytes.subarray(offset, offset + BLOCK_BYTES - filled);
      this.#block.set(piece, filled);
      this.#sizeBytes += piece.length;
      offset += piece.length;
      if (filled + piece.length === BLOCK_BYTES) this.#compress();
    }
  }

  digestHex(): string {
    this.#pad();
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  // Section 5.1.1: a one bit, zeros, and the length in bits.
  #pad(): void {
    const sizeBits = this.#sizeBytes * 8;
    const tail = BLOCK_BYTES - LENGTH_BYTES;
    const zeros = (tail - 1 - (this.#sizeBytes % BLOCK_BYTES) + BLOCK_BYTES) % BLOCK_BYTES;
    this.update(Uint8Array.of(0x80, ...new Uint8Array(zeros)));
    this.#view.setUint32(tail, Math.floor(sizeBits / 2 ** 32));
    this.#view.setUint32(tail + 4, sizeBits);
    this.#compress();
  }

  // Section 6.2.2.
  #compress(): void {
    const words = this.#schedule;
    for (let t = 0; t < 16; t += 1) words[t] = this.#view.getUint32(t * 4);
    for (let t = 16; t < 64; t += 1) {
      words[t] =
        smallSigma1(at(words, t - 2)) + at(words, t - 7) + smallSigma0(at(words, t - 15)) + at(words, t - 16);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let t = 0; t < 64; t += 1) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const t1 = (h + bigSigma1(e) + choice + at(ROUND_CONSTANTS, t) + at(words, t)) | 0;
      const t2 = (bigSigma0(a) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      this.#state[index] = at(this.#state, index) + word;
    });
  }
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

// Section 4.1.2.
function bigSigma0(word: number): number {
  return rotate(word, 2) ^ rotate(word, 13) ^ rotate(word, 22);
}

function bigSigma1(word: number): number {
  return rotate(word, 6) ^ rotate(word, 11) ^ rotate(word, 25);
}

function smallSigma0(word: number): number {
  return rotate(word, 7) ^ rotate(word, 18) ^ (word >>> 3);
}

function smallSigma1(word: number): number {
  return rotate(word, 17) ^ rotate(word, 19) ^ (word >>> 10);
}

function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function listPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
