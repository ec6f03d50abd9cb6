// Two registries in a chain, with a proxy in between that injects faults.
import {
  type FaultyProxy,
  type RegistryOptions,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import type { UpstreamSettings } from '../../src/mirror/upstreams/upstream.ts';

/** A registry with an upstream. */
export interface Chain extends AsyncDisposable {
  readonly origin: TestRegistry;
  readonly link: FaultyProxy;
  readonly mirror: TestRegistry;
  /** Advances the clock of the mirror. */
  wait(timeMs: number): void;
}

/** Settings of an upstream on loopback. */
export function upstreamAt(url: string, settings: Partial<UpstreamSettings> = {}): UpstreamSettings {
  return {
    ...{ url, scopes: ['*'], token: undefined, timeoutMs: 60_000, listMaxAgeMs: 60_000 },
    allowsPrivateAddresses: true,
    acceptsNotFoundPages: false,
    ...settings,
  };
}

/** Starts both registries and the proxy. */
export async function startChain(
  settings: Partial<UpstreamSettings> = {},
  options: RegistryOptions = {},
  originOptions: RegistryOptions = {},
): Promise<Chain> {
  const origin = await startRegistry(originOptions);
  const link = await startFaultyProxy(origin.baseUrl);
  let passedMs = 0;
  const now = (): number => Date.now() + passedMs;
  const mirror = await startRegistry({ now, upstreams: [upstreamAt(link.baseUrl, settings)], ...options });
  return {
    ...{ origin, link, mirror },
    wait: (timeMs) => {
      passedMs += timeMs;
    },
    async [Symbol.asyncDispose]() {
      await mirror.stop();
      await link.close();
      await origin.stop();
    },
  };
}

export const LIST = '/pack/@acme/web-style';
export const MANIFEST = `${LIST}/1.0.0`;
export const TARBALL = `${MANIFEST}/tarball`;
