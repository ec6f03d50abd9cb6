// The methods of a client that change what happens to versions after their publish. None is part of the contract: a
// registry without these endpoints answers 404.
import {
  channelPath,
  deprecationPath,
  getValue,
  type Lifecycle,
  lifecyclePath,
  movePath,
  parseChannel,
  type RemovalReceipt,
  removalPath,
  type UnyankReceipt,
  versionYankPath,
} from '@prime-registry/protocol';
import { checkName, checkVersion } from './check-arguments.ts';
import { completeOptions } from './complete-options.ts';
import { Connection } from './http/connection.ts';
import type { Change } from './http/outgoing.ts';
import { type Pace, SYSTEM_PACE } from './http/pace.ts';
import type { DeprecateOptions, RemovalOptions, UndeprecateOptions } from './method-options.ts';
import type { RegistryClientOptions } from './registry-client-options.ts';
import type { RequestOptions } from './registry-reader.ts';
import { lifecycleReader } from './shapes/lifecycle.ts';
import { removalReceiptReader, unyankReceiptReader } from './shapes/yank-receipt.ts';

/** The connection of a client, for its subclass: it is no part of the public API. */
export let connectionOf: (client: LifecycleClient) => Connection;

/** What happens to versions after their publish. Each change answers with the state of the Prime afterwards. */
export abstract class LifecycleClient {
  readonly #connection: Connection;

  static {
    connectionOf = (client) => client.#connection;
  }

  /** @throws TypeError for an invalid option. */
  constructor(options: RegistryClientOptions, pace: Pace = SYSTEM_PACE) {
    this.#connection = new Connection(completeOptions(options), pace);
  }

  /** Channels, deprecations, the new name and the removed versions of a Prime. */
  async lifecycle(name: string, { signal }: RequestOptions = {}): Promise<Lifecycle> {
    return this.#connection.getExtra(WHAT, lifecyclePath(checkName(name)), lifecycleReader(name), { signal });
  }

  /** Takes the yank of a version back. Idempotent. */
  async unyank(name: string, version: string, options: RequestOptions = {}): Promise<UnyankReceipt> {
    const path = versionYankPath(name, checkVersion(name, version));
    const wanted = { what: 'receipt of an unyank', read: unyankReceiptReader(name, version) };
    return this.#connection.change({ signal: options.signal, method: 'DELETE', path, ...wanted }, 200);
  }

  /** Deprecates a range of versions, all by default, future ones included. */
  async deprecate(name: string, { signal, ...body }: DeprecateOptions): Promise<Lifecycle> {
    return this.#changePrime(name, { signal, method: 'PUT', path: deprecationPath(checkName(name)), body });
  }

  /** Takes the deprecation of exactly this range back; `*` by default. */
  async undeprecate(name: string, { range, signal }: UndeprecateOptions = {}): Promise<Lifecycle> {
    const path = deprecationPath(checkName(name), range);
    return this.#changePrime(name, { signal, method: 'DELETE', path });
  }

  /** Lets a channel name a version. */
  async setChannel(
    name: string,
    channel: string,
    version: string,
    { signal }: RequestOptions = {},
  ): Promise<Lifecycle> {
    const path = channelPath(checkName(name), getValue(parseChannel(channel)));
    const body = { version: checkVersion(name, version) };
    return this.#changePrime(name, { signal, method: 'PUT', path, body });
  }

  /** Removes a channel. */
  async removeChannel(name: string, channel: string, { signal }: RequestOptions = {}): Promise<Lifecycle> {
    const path = channelPath(checkName(name), getValue(parseChannel(channel)));
    return this.#changePrime(name, { signal, method: 'DELETE', path });
  }

  /** Says that new versions are published under another name. */
  async movePrime(name: string, to: string, { signal }: RequestOptions = {}): Promise<Lifecycle> {
    const body = { to: checkName(to) };
    return this.#changePrime(name, { signal, method: 'PUT', path: movePath(checkName(name)), body });
  }

  /** Takes a move back. Idempotent. */
  async moveBack(name: string, { signal }: RequestOptions = {}): Promise<Lifecycle> {
    return this.#changePrime(name, { signal, method: 'DELETE', path: movePath(checkName(name)) });
  }

  /** Removes a version for good. This cannot be undone. Idempotent. */
  async removeVersion(
    name: string,
    version: string,
    { signal, ...body }: RemovalOptions,
  ): Promise<RemovalReceipt> {
    const path = removalPath(name, checkVersion(name, version));
    const wanted = { what: 'receipt of a removal', read: removalReceiptReader(name, version) };
    return this.#connection.change({ signal, method: 'POST', path, body, ...wanted }, 200);
  }

  #changePrime(name: string, change: Omit<Change<unknown>, 'what' | 'read'>): Promise<Lifecycle> {
    return this.#connection.change({ ...change, what: WHAT, read: lifecycleReader(name) }, 200);
  }
}

const WHAT = 'description of the life of a Prime';
