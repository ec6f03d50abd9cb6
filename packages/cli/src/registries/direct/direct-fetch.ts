// The fetch of commands, without a proxy. Its code is loaded with the first request: most commands send none.
import type { RegistryFetch } from '@prime-registry/client';
import type { DirectConnections } from './direct-connections.ts';

/** @param readAuthorities - certificates to trust in addition to those that Node.js trusts, in PEM */
export function createDirectFetch(readAuthorities: () => readonly string[] = () => []): RegistryFetch {
  let opened: Promise<DirectConnections> | undefined;
  const open = (): Promise<DirectConnections> => {
    opened ??= import('./direct-connections.ts').then(
      ({ DirectConnections: Connections }) => new Connections(readAuthorities),
    );
    return opened;
  };
  return Object.assign<RegistryFetch, Pick<RegistryFetch, 'prepareConnections'>>(
    async (url, request) => (await open()).send(url, request),
    {
      prepareConnections(url, count) {
        open()
          .then((connections) => connections.prepare(new URL(url), count))
          .catch(() => undefined);
      },
    },
  );
}
