// Preloaded into the registry: shifts its clock by the milliseconds in a file.
import { readFileSync } from 'node:fs';

const OFFSET_FILE = process.env.CHAOS_CLOCK ?? '';
// How long a read of the file stays valid.
const FRESH_MS = 5;

const now = Date.now;
let offsetMs = 0;
let readAtMs = Number.NEGATIVE_INFINITY;

Date.now = () => {
  if (performance.now() - readAtMs > FRESH_MS) {
    readAtMs = performance.now();
    offsetMs = Number(readFileSync(OFFSET_FILE, 'utf8')) || 0;
  }
  return now() + offsetMs;
};
