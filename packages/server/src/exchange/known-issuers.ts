// The issuers that rules trust, each with its keys. Settings of an issuer may change at any time: then it is opened again.
import type { FindKey } from '@prime-registry/identity';
import { IssuerKeys, type IssuerKeysDeps } from './issuer-keys.ts';
import type { IssuerSettings, KeySource } from './issuer-source.ts';

export interface KnownIssuersDeps extends Omit<IssuerKeysDeps, 'issuer' | 'source'> {
  readonly openSource: (settings: IssuerSettings) => Promise<KeySource>;
}

/** An issuer, and the settings with which it was opened. */
interface OpenIssuer {
  readonly settings: string;
  readonly keys: Promise<IssuerKeys>;
}

export class KnownIssuers {
  readonly #deps: KnownIssuersDeps;
  readonly #open = new Map<string, OpenIssuer>();

  constructor(deps: KnownIssuersDeps) {
    this.#deps = deps;
  }

  /** How the keys of an issuer are found. */
  async keysOf(settings: IssuerSettings): Promise<FindKey> {
    const { issuer } = settings;
    const wanted = JSON.stringify(settings);
    const known = this.#open.get(issuer);
    if (known?.settings === wanted) return (await known.keys).find;
    const keys = this.#openIssuer(settings);
    this.#open.set(issuer, { settings: wanted, keys });
    // It is opened again, when the operator has corrected what is wrong.
    keys.catch(() => this.#open.delete(issuer));
    if (known !== undefined) void close(known);
    return (await keys).find;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(close));
  }

  async #openIssuer(settings: IssuerSettings): Promise<IssuerKeys> {
    const { openSource, ...deps } = this.#deps;
    return new IssuerKeys({ ...deps, issuer: settings.issuer, source: await openSource(settings) });
  }
}

async function close({ keys }: OpenIssuer): Promise<void> {
  await keys.then(
    (opened) => opened.close(),
    // There is nothing to close.
    () => undefined,
  );
}
