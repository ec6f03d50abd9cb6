// Numbers and times as pages show them: short, consistent, in English.
import { formatTimestamp } from '@prime-registry/protocol';
import { type Html, html } from './html.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As in `1,234`. */
export function formatNumber(amount: number): string {
  return String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** As in `1 atom` and `2 atoms`. */
export function countOf(amount: number, one: string, many = `${one}s`): string {
  return `${formatNumber(amount)} ${amount === 1 ? one : many}`;
}

/** As in `35.2 KiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return countOf(bytes, 'byte');
  const steps = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** steps).toFixed(1)} ${['', 'KiB', 'MiB', 'GiB'][steps]}`;
}

/** As in `21 Nov 2026`, in UTC, with the full time for programs. */
export function dateOf(atMs: number): Html {
  return html`<time datetime="${formatTimestamp(atMs)}">${formatDate(atMs)}</time>`;
}

/** As in `21 Nov 2026`, in UTC. */
export function formatDate(atMs: number): string {
  const date = new Date(atMs);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
