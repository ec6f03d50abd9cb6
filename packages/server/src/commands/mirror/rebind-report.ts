// The output of `mirror rebind`.
import { escapeControls, formatCount } from '@prime-registry/command-line';
import type { PrimeName } from '@prime-registry/protocol';
import type { EvictableVersion } from '@prime-registry/store';
import type { ComparedVersion, Comparison } from '../../mirror/rebind/compare-versions.ts';
import type { UpstreamSettings } from '../../mirror/upstreams/upstream.ts';
import type { CommandHost } from '../command-host.ts';
import { printJson, printLine } from '../output.ts';

/** The new owner: an upstream, or this registry; undefined to show the binding. */
export type RebindTarget = UpstreamSettings | 'local' | undefined;

/** What was done. */
interface Outcome {
  readonly isChanged: boolean;
  /** The version that was pulled, if none stays. */
  readonly pulled?: string | undefined;
}

/** What to report on. */
export interface RebindReportOptions {
  readonly host: CommandHost;
  readonly name: PrimeName;
  /** Base URL of the upstream that the Prime belongs to. */
  readonly from: string;
  readonly target: RebindTarget;
  readonly isJson: boolean;
}

/** The report of one command. Its methods return the exit code. */
export class RebindReport {
  readonly #options: RebindReportOptions;
  readonly #to: string;

  constructor(options: RebindReportOptions) {
    this.#options = options;
    const { target, from } = options;
    this.#to = target === undefined ? from : target === 'local' ? 'this registry' : target.url;
  }

  /** Prints the upstream of a Prime, and the versions that bind it. */
  async describeBinding(versions: readonly EvictableVersion[]): Promise<number> {
    const { name, from, isJson } = this.#options;
    const amount = formatCount(versions.length, 'version');
    const list = versions.map(({ version }) => version).join(', ');
    if (isJson)
      await printJson(this.#options.host, {
        kind: 'summary',
        name: name.full,
        from,
        versions: versions.length,
      });
    else
      await printLine(
        this.#options.host,
        escapeControls(`${name.full} belongs to ${from}: ${amount} here, ${list}`),
      );
    return 0;
  }

  /** Prints a warning. */
  warn(message: string): void {
    this.#options.host.stderr.write(`warning: ${escapeControls(message)}\n`);
  }

  /** Prints what becomes of each version. */
  async listVersions(compared: readonly ComparedVersion[]): Promise<void> {
    for (const { version, comparison } of compared) {
      const { name, version: exact, sha256 } = version;
      const line = `${name} ${exact}: ${this.#describe(comparison)}`;
      if (this.#options.isJson)
        await printJson(this.#options.host, { kind: 'version', name, version: exact, sha256, comparison });
      else await printLine(this.#options.host, escapeControls(line));
    }
  }

  /** Says why nothing was changed. */
  async refuse(compared: readonly ComparedVersion[]): Promise<number> {
    const { removed } = count(compared);
    const detail = `${this.#to} does not have ${formatCount(removed, 'version')} of ${this.#options.name.full} as here`;
    this.#options.host.stderr.write(
      `prime-registry: ${escapeControls(detail)}; nothing was changed. --remove removes what it does not have\n`,
    );
    if (this.#options.isJson) await this.#summarize(compared, { isChanged: false });
    return 1;
  }

  /** Prints the outcome. */
  async finish(compared: readonly ComparedVersion[], outcome: Outcome): Promise<number> {
    if (this.#options.isJson) await this.#summarize(compared, outcome);
    else await printLine(this.#options.host, escapeControls(this.#sum(compared, outcome)));
    return 0;
  }

  #sum(compared: readonly ComparedVersion[], { isChanged, pulled }: Outcome): string {
    const { name, from } = this.#options;
    const { kept, removed } = count(compared);
    const move = `${name.full} from ${from} to ${this.#to}: ${formatCount(kept, 'version')} kept, ${removed} removed`;
    if (!isChanged) return `Would move ${move}. Nothing was changed.`;
    const bound = pulled === undefined ? '' : `, ${pulled} pulled`;
    return `Moved ${move}${bound}.${removed === 0 ? '' : " 'gc' removes their tarballs."}`;
  }

  #summarize(compared: readonly ComparedVersion[], { isChanged, pulled }: Outcome): Promise<void> {
    const { name, from, target } = this.#options;
    const to = typeof target === 'object' ? target.url : null;
    return printJson(this.#options.host, {
      ...{ kind: 'summary', name: name.full, from, to, changed: isChanged },
      ...{ ...count(compared), pulled: pulled ?? null },
    });
  }

  #describe(comparison: Comparison): string {
    if (comparison === 'same') return `the same at ${this.#to}, kept`;
    if (this.#options.target === 'local') return `came from ${this.#options.from}, removed with --remove`;
    return comparison === 'different'
      ? `another one at ${this.#to}, removed with --remove`
      : `not at ${this.#to}, removed with --remove`;
  }
}

function count(compared: readonly ComparedVersion[]): { kept: number; removed: number } {
  const kept = compared.filter(({ comparison }) => comparison === 'same').length;
  return { kept, removed: compared.length - kept };
}
