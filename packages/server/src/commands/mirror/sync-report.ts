// The report of a copy of an upstream: failures as they happen, the progress, and a summary.
import { escapeControls, formatCount, formatSize, StatusLine } from '@prime-registry/command-line';
import type { SyncOutcome } from '../../mirror/sync/sync-outcome.ts';
import type { CommandHost } from '../command-host.ts';
import { printJson, printLine } from '../output.ts';

/** How to report. */
export interface SyncReportOptions {
  readonly host: CommandHost;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  /** Base URL of the upstream. */
  readonly upstream: string;
}

/** The report of one copy. */
export class SyncReport {
  readonly #options: SyncReportOptions;
  readonly #progress: StatusLine;
  readonly #counts = { copied: 0, present: 0, yanked: 0, unyanked: 0, removed: 0, skipped: 0, failed: 0 };
  readonly #primes = new Set<string>();
  #bytes = 0;
  #unmeasured = 0;
  #reached: string | undefined;
  #changed: number | undefined;

  constructor(options: SyncReportOptions) {
    this.#options = options;
    this.#progress = new StatusLine(options.host.stderr);
  }

  get hasFailures(): boolean {
    return this.#counts.failed > 0;
  }

  /** Reports an outcome. */
  readonly tell = async (outcome: SyncOutcome): Promise<void> => {
    this.#counts[outcome.kind] += 1;
    if (outcome.kind === 'copied') {
      this.#primes.add(outcome.name);
      this.#bytes += outcome.sizeBytes ?? 0;
      if (outcome.sizeBytes === undefined) this.#unmeasured += 1;
    }
    // Versions that are here already would be too many lines.
    if (this.#options.isJson && outcome.kind !== 'present')
      await printJson(this.#options.host, toJson(outcome, this.#options));
    if (!this.#options.isJson && 'message' in outcome) {
      this.#progress.clear();
      this.#options.host.stderr.write(`${escapeControls(describe(outcome))}\n`);
    }
    this.#progress.show(`${this.#sum()}${this.#reached === undefined ? '' : `; up to ${this.#reached}`}`);
  };

  /** Prints a warning. */
  warn(message: string): void {
    this.#progress.clear();
    this.#options.host.stderr.write(`warning: ${escapeControls(message)}\n`);
  }

  /** Notes the name up to which everything is copied. */
  readonly reach = (name: string): void => {
    this.#reached = name;
  };

  /** Notes that only some Primes are read: those that changed since the last copy. */
  readonly proceed = (primes: number): void => {
    this.#changed = primes;
  };

  /** The state when the copy was stopped, and what to do. */
  describeStop(): string {
    const again = 'run it again: it skips what is here';
    return this.#reached === undefined
      ? again
      : `everything up to ${this.#reached} is copied; ${again}, and with --after ${this.#reached} starts behind it`;
  }

  /** Prints the summary, and after a failure where the copy stopped. */
  async finish(error?: unknown): Promise<void> {
    this.#progress.clear();
    const { host, isJson, isDryRun, upstream } = this.#options;
    const hasBegun = this.#reached !== undefined || this.#counts.copied > 0;
    if (error !== undefined && hasBegun) host.stderr.write(`prime-registry: ${this.describeStop()}\n`);
    const { unyanked, removed, ...counts } = this.#counts;
    const notes = [
      ...(this.#changed === 0 ? ['Nothing has changed there since the last copy.'] : []),
      ...(isDryRun ? ['Nothing was changed.'] : []),
    ];
    if (!isJson) return printLine(host, [`${this.#sum()}.`, ...notes].join(' '));
    return printJson(host, {
      ...{ kind: 'summary', upstream, dry_run: isDryRun, primes: this.#primes.size, ...counts },
      ...(unyanked > 0 && { unyanked }),
      ...(removed > 0 && { removed }),
      ...{ bytes: this.#bytes, unmeasured: this.#unmeasured, reached: this.#reached ?? null },
      ...(this.#changed !== undefined && { changed_primes: this.#changed }),
    });
  }

  #sum(): string {
    const { copied, present, yanked, unyanked, removed, skipped, failed } = this.#counts;
    const bytes = `${formatSize(this.#bytes)}${this.#unmeasured > 0 ? ' or more' : ''}`;
    const verb = this.#options.isDryRun ? 'Would copy' : 'Copied';
    const parts = [
      `${verb} ${formatCount(copied, 'version')} of ${formatCount(this.#primes.size, 'Prime')}, ${bytes}`,
      `${present} there already`,
      ...(yanked > 0 ? [`${yanked} yanked since`] : []),
      ...(unyanked > 0 ? [`${unyanked} no longer yanked`] : []),
      ...(removed > 0 ? [`${removed} removed as there`] : []),
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ];
    return parts.join(', ');
  }
}

function describe(outcome: Extract<SyncOutcome, { message: string }>): string {
  if (outcome.kind === 'skipped') return `skipped: ${outcome.subject}: ${outcome.message}`;
  const { name, version, message } = outcome;
  return `failed: ${name}${version === undefined ? '' : ` ${version}`}: ${message}`;
}

function toJson(outcome: SyncOutcome, { isDryRun }: SyncReportOptions): object {
  if (outcome.kind !== 'copied') return outcome;
  const { sizeBytes = null, ...rest } = outcome;
  return { ...rest, size_bytes: sizeBytes, dry_run: isDryRun };
}
