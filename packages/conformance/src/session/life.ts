// The Primes for the checks of the life of a version, each with what was done to it. Each is made once.
import { type View, viewOfList, viewOfManifest } from '../expectations/life.ts';
import { makeRelease, type Release, randomWord } from '../fixtures/fixture.ts';
import { type Exchange, isAccepted } from '../http/exchange.ts';
import {
  channelPath,
  deprecationPath,
  listPath,
  manifestPath,
  movePath,
  removalPath,
  statePath,
  versionYankPath,
} from '../http/paths.ts';
import { precondition, Unmet } from '../outcome.ts';
import { once } from './once.ts';
import { type Before, type Found, nameOf } from './scene.ts';
import { findVersions } from './search-versions.ts';
import type { Session } from './session.ts';
import type { Stage } from './stage.ts';

/** Changes to a version: each member is one scene, which throws `Unmet` if it cannot be made. */
export class Life {
  readonly #session: Session;
  readonly #stage: Stage;

  constructor(session: Session, stage: Stage) {
    this.#session = session;
    this.#stage = stage;
  }

  /** The state of a Prime that nothing happened to; it also shows whether the paths are offered. */
  readonly stateAnswer: () => Promise<Exchange> = once(async () => {
    const { name } = await this.#stage.published();
    return this.#session.read(statePath(name));
  });

  async newPrime(purpose: string, ...versions: readonly string[]): Promise<readonly Release[]> {
    const name = this.#session.newName(purpose);
    const releases = versions.map((version) => makeRelease(name, version));
    for (const release of releases) await this.#session.mustPublish(release);
    return releases;
  }

  async newRelease(purpose: string, version = '1.0.0'): Promise<Release> {
    const release = makeRelease(this.#session.newName(purpose), version);
    await this.#session.mustPublish(release);
    return release;
  }

  /** The version list now. */
  async list(name: string): Promise<View> {
    return viewOfList(await this.#session.read(listPath(name)));
  }

  /** A manifest now. */
  async manifest(release: Release): Promise<View> {
    return viewOfManifest(await this.#session.read(manifestPath(release)));
  }

  /** What readers see of these versions, all of one Prime. Other checks examine these answers. */
  async look(releases: readonly Release[]): Promise<Before> {
    const read = async () => {
      const manifests = new Map<Release, View>();
      for (const release of releases) manifests.set(release, await this.manifest(release));
      return { list: await this.list(releases[0]?.name ?? ''), manifests };
    };
    return precondition('reading a new Prime', read());
  }

  /** Yanks a version. @throws {Unmet} if that is not accepted */
  async mustYank(release: Release): Promise<void> {
    if (this.#session.settings.yank === 'off') throw new Unmet('turned off by --no-yank');
    const exchange = await this.#session.yank(manifestPath(release));
    if (!isAccepted(exchange)) throw new Unmet(`a yank was answered with ${exchange.status}`);
  }

  /** Makes a change that a check needs. @throws {Unmet} if it is not accepted */
  async mustChange(changing: Promise<Exchange>): Promise<Exchange> {
    const answer = await changing;
    if (answer.status !== 200) throw new Unmet(`${answer.status} to ${answer.request}`);
    return answer;
  }

  /** Two prereleases; the second was yanked, and the yank taken back. */
  readonly unyanked = once(async () => {
    const kept = await this.newRelease('unyanked', '1.0.0-rc.1');
    const back = makeRelease(kept.name, '1.0.0-rc.2');
    await this.#session.mustPublish(back);
    const before = await this.look([kept, back]);
    const found = await this.#find(back);
    await this.mustYank(back);
    const answer = await this.#session.change('DELETE', versionYankPath(back));
    return { releases: [kept, back], back, before, found, answer };
  });

  /** Versions that a deprecation of `<2.0.0` covers, and those that it does not. */
  readonly deprecated = once(async () => {
    const releases = await this.newPrime('deprecated', '1.0.0', '2.0.0-rc.1', '2.0.0');
    const before = await this.look(releases);
    const request = {
      range: '<2.0.0',
      message: 'Made by a conformance run, to be deprecated.',
      successor: { name: this.#session.newName('successor'), range: '^1' },
    };
    const path = deprecationPath(nameOf(releases));
    return { releases, before, request, answer: await this.#session.change('PUT', path, request) };
  });

  /** A channel that names the first version, which is not the latest. */
  readonly channelled = once(async () => {
    const releases = await this.newPrime('channelled', '1.0.0', '1.1.0');
    const before = await this.look(releases);
    const channel = `channel-${randomWord()}`;
    const path = channelPath(nameOf(releases), channel);
    const answer = await this.#session.change('PUT', path, { version: '1.0.0' });
    return { releases, before, channel, answer };
  });

  /** A Prime that has moved to another one. */
  readonly moved = once(async () => {
    const releases = await this.newPrime('moved', '1.0.0', '1.1.0');
    const to = await this.newRelease('successor', '2.0.0');
    const before = await this.look(releases);
    const answer = await this.#session.change('PUT', movePath(nameOf(releases)), { to: to.name });
    return { releases, before, to, answer };
  });

  /** Three versions; the newest was removed as a secret. @throws {Unmet} if the token may not remove */
  readonly removed = once(async () => {
    const kept = await this.newRelease('removed', '1.0.0');
    const before = await this.look([kept]);
    const gone = makeRelease(kept.name, '1.1.0');
    await this.#session.mustPublish(gone);
    const channel = `channel-${randomWord()}`;
    await this.#session.change('PUT', channelPath(kept.name, channel), { version: gone.version });
    // What was read once may be in caches. No tarball: owners may remove only what nobody has downloaded.
    await this.look([kept, gone]);
    const found = await this.#find(gone);
    const answer = await this.remove(gone, 'secret', 'Made by a conformance run, to be removed.');
    return { releases: [kept], gone, before, found, channel, answer };
  });

  async #find({ name, version }: Release): Promise<Found> {
    try {
      return await findVersions(this.#session, name, (versions) => versions.includes(version));
    } catch (error) {
      if (error instanceof Unmet) return error;
      throw error;
    }
  }

  /** Removes a version. @throws {Unmet} if the token may not */
  async remove(release: Release, category: string, reason?: string): Promise<Exchange> {
    const answer = await this.#session.change('POST', removalPath(release), {
      category,
      ...(reason !== undefined && { reason }),
    });
    if (answer.status === 403) throw new Unmet('the token may not remove versions: use an admin token');
    return answer;
  }
}
