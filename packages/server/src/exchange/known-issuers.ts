// The issuers that rules trust, each with its keys. Settings of an issuer may change at any time: then it is opened again.
import type { FindKey } from '@prime-registry/identity';
import { IssuerKeys, type IssuerKeysDeps } from './issuer-keys.ts';
import type { IssuerSettings, KeySource } from './issuer-source.ts';

/** What the issuers work with. */
export interface KnownIssuersDeps extends Omit<IssuerKeysDeps, 'issuer' | 'source'> {
  readonly openSource: (settings: IssuerSettings) => Promise<KeySource>;
}

/** An issuer that was opened, and the settings with which it was. */
interface OpenIssuer {
  readonly settings: string;
  readonly keys: IssuerKeys;
}

export class KnownIssuers {
  readonly #deps: KnownIssuersDeps;
  readonly #open = new Map<string, Promise<OpenIssuer>>();

  constructor(deps: KnownIssuersDeps) {
    this.#deps = deps;
  }

  /** How the keys of an issuer are found. */
  async keysOf(settings: IssuerSettings): Promise<FindKey> {
    const { issuer } = settings;
    const wanted = JSON.stringify(settings);
    const open = await this.#open.get(issuer);
    if (open?.settings === wanted) return open.keys.find;
    const opening = this.#openIssuer(settings, wanted);
    this.#open.set(issuer, opening);
    opening.catch(() => this.#open.delete(issuer));
    void open?.keys.close();
    return (await opening).keys.find;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#open.values());
    await Promise.all(open.map(async (each) => each.status === 'fulfilled' && each.value.keys.close()));
  }

  async #openIssuer(settings: IssuerSettings, text: string): Promise<OpenIssuer> {
    const { openSource, ...deps } = this.#deps;
    const source = await openSource(settings);
    return { settings: text, keys: new IssuerKeys({ ...deps, issuer: settings.issuer, source }) };
  }
}
