// The keys that this user trusts for the logs of registries, as ssh does in its known_hosts: one line for each decision,
// and the newest counts. It is state, not cache: without it the next key would be trusted on first use.
import { join } from 'node:path';
import { ValidationError } from '../../errors/validation-error.ts';
import { appendLine, readIfThere } from '../../files/append-line.ts';
import { formatLine } from './state-line.ts';

/**
 * Why a key is trusted: it was the first one that the registry has shown, or the first one that a mirror of it has shown, a
 * log entry under a trusted key named it, or the user said so.
 */
export type TrustSource = 'first-use' | 'mirror' | 'rotation' | 'user';

const SOURCES: readonly string[] = ['first-use', 'mirror', 'rotation', 'user'] satisfies TrustSource[];

/** What a user trusts for one registry. */
export interface KnownLog {
  /** Verifier keys (C2SP signed-note) of one log; at least one. */
  readonly vkeys: readonly string[];
  readonly source: TrustSource;
}

const HEADING =
  '# The keys of the logs of registries: <registry> <key> <why> <since>. The last line of a registry counts.\n';

/** The file. Several processes may append to it at the same time. */
export class KnownLogsFile {
  readonly path: string;

  constructor(stateFolder: string) {
    this.path = join(stateFolder, 'logs', 'known-logs');
  }

  /** What is trusted for a registry; undefined if it has never had a log. @throws ValidationError for a bad line */
  find(registry: string): KnownLog | undefined {
    return this.#readAll().get(registry);
  }

  /**
   * Whether the user has decided for another key after this one was trusted: its announcement is still in the log, and counts no
   * more, as it may have been stolen. @throws ValidationError for a bad line
   */
  isGivenUp(registry: string, vkey: string): boolean {
    const own = this.#read().filter((line) => line.registry === registry);
    const decision = own.findLastIndex(({ source }) => source === 'user');
    return own.slice(0, Math.max(0, decision)).some((line) => line.vkey === vkey);
  }

  /** Another registry whose log has this name. @throws ValidationError for a bad line */
  findNamesake(
    registry: string,
    origin: string,
  ): { readonly registry: string; readonly vkeys: readonly string[] } | undefined {
    for (const [other, { vkeys }] of this.#readAll()) {
      const isNamesake = vkeys.some((vkey) => vkey.startsWith(`${origin}+`));
      if (other !== registry && isNamesake) return { registry: other, vkeys };
    }
    return undefined;
  }

  /**
   * Trusts a key from now on. After a rotation the keys before it stay trusted.
   * @throws TypeError if the address or the key has white space, which would make another line of it
   */
  add(registry: string, vkey: string, source: TrustSource): void {
    appendLine(this.path, formatLine(registry, vkey, source), HEADING);
  }

  /** What is trusted for each registry, in one pass: a mirror can name any number of them. */
  #readAll(): ReadonlyMap<string, KnownLog> {
    const all = new Map<string, KnownLog & { readonly vkeys: string[] }>();
    for (const { registry, vkey, source } of this.#read()) {
      const known = all.get(registry);
      if (source === 'rotation' && known !== undefined) known.vkeys.push(vkey);
      else all.set(registry, { vkeys: [vkey], source });
    }
    return all;
  }

  #read(): readonly { registry: string; vkey: string; source: TrustSource }[] {
    return readIfThere(this.path)
      .split('\n')
      .flatMap((line, index) => {
        if (line === '' || line.startsWith('#')) return [];
        const [registry = '', vkey = '', source = '', ...rest] = line.split(' ');
        if (rest.length === 1 && isSource(source)) return [{ registry, vkey, source }];
        const message = 'is not of the form <registry> <key> <why> <since>; correct it, or remove it';
        throw new ValidationError(`${this.path} is damaged`, [
          { field: 'file', message, line: index + 1, column: 1 },
        ]);
      });
  }
}

function isSource(text: string): text is TrustSource {
  return SOURCES.includes(text);
}
