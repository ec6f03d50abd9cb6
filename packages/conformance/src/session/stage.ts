// The state that checks share: the published Primes, and responses that several checks examine. Each is made
// once.
import { expectStatus } from '../expectations/expect.ts';
import { formOf, makeRelease, type Release, wordOf } from '../fixtures/fixture.ts';
import { type Exchange, isAccepted, isJsonObject, type JsonObject, jsonOf } from '../http/exchange.ts';
import { listPath, manifestPath, searchPath, tarballPath } from '../http/paths.ts';
import { Blocked, precondition, Unmet } from '../outcome.ts';
import { once } from './once.ts';
import { searchUntil } from './search-versions.ts';
import type { Session } from './session.ts';

/** A publish and its response. */
export interface Publish {
  readonly release: Release;
  readonly exchange: Exchange;
}

/** A response with a JSON object. */
interface Document {
  readonly exchange: Exchange;
  readonly body: JsonObject;
}

/**
 * Most members come in pairs: one with the raw response, for the check that examines it, and one for the
 * checks that need it, which throws `Unmet` if the response is not usable.
 */
export class Stage {
  readonly #session: Session;
  /** The first version of the Prime for the checks of reads. */
  readonly first: Release;

  constructor(session: Session) {
    this.#session = session;
    this.first = makeRelease(session.newName('reading'), '1.0.0');
  }

  /** The response to the first publish. @throws {Blocked} if the token is not sufficient */
  readonly firstPublish: () => Promise<Exchange> = once(async () => {
    const exchange = await this.#session.publish(formOf(this.first));
    const { scope } = this.#session.settings;
    if (exchange.status === 401)
      throw new Blocked('The registry does not accept the token', exchange.request);
    if (exchange.status === 403)
      throw new Blocked(`The token may not publish in ${scope}: see --scope`, exchange.request);
    return exchange;
  });

  /** The release that was published first. */
  async published(): Promise<Release> {
    const exchange = await precondition('the first publish', this.firstPublish());
    if (!isAccepted(exchange)) throw new Unmet(`the first publish was answered with ${exchange.status}`);
    return this.first;
  }

  /** The receipt of the first publish. */
  async receipt(): Promise<Document> {
    await this.published();
    const exchange = await this.firstPublish();
    return { exchange, body: await precondition('the receipt', () => jsonOf(exchange)) };
  }

  /** Further versions of the same Prime: another license and text beyond ASCII, and a prerelease. */
  readonly furtherPublishes: () => Promise<readonly Publish[]> = once(async () => {
    const { name } = await this.published();
    const releases = [
      makeRelease(name, '1.1.0', {
        description: `Größe, 日本語, 🦉, "quotes", back\\slash, 100 % & <tags>: ${wordOf(name)}`,
        license: 'MIT',
        atoms: 3,
      }),
      makeRelease(name, '2.0.0-rc.1', { namespaces: ['@conformance-notes'], atoms: 1 }),
    ];
    const publishes: Publish[] = [];
    for (const release of releases) {
      publishes.push({ release, exchange: await this.#session.publish(formOf(release)) });
    }
    return publishes;
  });

  /** All accepted versions of the Prime for the checks of reads. */
  async releases(): Promise<readonly Release[]> {
    const further = await precondition('publishing further versions', this.furtherPublishes());
    return [
      this.first,
      ...further.filter(({ exchange }) => isAccepted(exchange)).map(({ release }) => release),
    ];
  }

  /** The response with the version list. */
  readonly listAnswer: () => Promise<Exchange> = once(async () => {
    await this.releases();
    return this.#session.read(listPath(this.first.name));
  });

  /** The version list. */
  async list(): Promise<Document> {
    return usable('the version list', this.listAnswer());
  }

  /** The entries of the version list. */
  async listEntries(): Promise<{ readonly exchange: Exchange; readonly entries: readonly JsonObject[] }> {
    const { exchange, body } = await this.list();
    return { exchange, entries: entriesOf(body) };
  }

  /** The response with the manifest of the first version. */
  readonly manifestAnswer: () => Promise<Exchange> = once(async () =>
    this.#session.read(manifestPath(await this.published())),
  );

  /** The first version's manifest. */
  async manifest(): Promise<Document> {
    return usable('the manifest', this.manifestAnswer());
  }

  /** The response with the tarball of the first version. */
  readonly tarballAnswer: () => Promise<Exchange> = once(async () =>
    this.#session.read(tarballPath(await this.published())),
  );

  /** The first version's tarball. */
  async tarball(): Promise<Exchange> {
    const exchange = await precondition('the tarball', this.tarballAnswer());
    if (exchange.status !== 200) throw new Unmet(`the tarball was answered with ${exchange.status}`);
    return exchange;
  }

  /** The response to a search for an ordinary word; it also shows whether search is offered. */
  readonly searchAnswer: () => Promise<Exchange> = once(async () => this.#session.read(searchPath('prime')));

  /** The response to a search for the word of the Prime, repeated while it is empty: an index may lag. */
  readonly wordSearchAnswer: () => Promise<Exchange> = once(async () => {
    await this.releases();
    const { name } = this.first;
    return searchUntil(this.#session, name, ({ body }) => body.includes(name));
  });

  /**
   * The manifest of a version that requires a Prime.
   * @throws {Unmet} if the registry does not show what versions require
   */
  readonly requiring: () => Promise<Document & { readonly release: Release }> = once(async () => {
    const { name } = await this.published();
    const release = makeRelease(this.#session.newName('requiring'), '1.0.0', { requires: { [name]: '^1' } });
    await this.#session.mustPublish(release);
    const answer = await usable('the manifest', this.#session.read(manifestPath(release)));
    if (answer.body.requires === undefined)
      throw new Unmet('the registry does not show what versions require');
    return { release, ...answer };
  });

  /** Two prereleases of another Prime: one for the yank, one that stays. */
  readonly prereleases = once(async () => {
    const name = this.#session.newName('yanking');
    const doomed = makeRelease(name, '1.0.0-rc.1');
    const kept = makeRelease(name, '1.0.0-rc.2');
    await this.#session.mustPublish(doomed);
    await this.#session.mustPublish(kept);
    return { doomed, kept };
  });

  /** The response to the yank of a prerelease; it also shows whether yank is offered. */
  readonly yankAnswer: () => Promise<Exchange> = once(async () => {
    const { doomed } = await precondition('publishing a prerelease', this.prereleases());
    const exchange = await this.#session.yank(manifestPath(doomed));
    if (exchange.status === 403) throw new Blocked('The token may not yank: see --no-yank', exchange.request);
    return exchange;
  });

  /** The two prereleases, after the first was yanked. */
  async yanked(): Promise<{ readonly doomed: Release; readonly kept: Release }> {
    const exchange = await precondition('the yank', this.yankAnswer());
    if (!isAccepted(exchange)) throw new Unmet(`the yank was answered with ${exchange.status}`);
    return this.prereleases();
  }
}

/** The entries of a version list that are objects; another check examines the others. */
export function entriesOf(list: JsonObject): readonly JsonObject[] {
  if (!Array.isArray(list.versions)) throw new Unmet('the version list has no array of versions');
  return list.versions.filter(isJsonObject);
}

async function usable(what: string, answer: Promise<Exchange>): Promise<Document> {
  const exchange = await precondition(what, answer);
  const body = await precondition(what, () => {
    expectStatus(exchange, 200);
    return jsonOf(exchange);
  });
  return { exchange, body };
}
