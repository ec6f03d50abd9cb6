// Loaded into the registry before anything else: its clock goes wrong by as much as a file says, in milliseconds.
import { readFileSync } from 'node:fs';

const OFFSET_FILE = process.env.CHAOS_CLOCK ?? '';
// As long as one reading of the file is good for.
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
