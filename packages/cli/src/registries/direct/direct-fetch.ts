// The fetch of commands, without a proxy. Its code is loaded with the first request: most commands send none.
import type { RegistryFetch } from '@prime-registry/client';
import { once } from '../../once.ts';

/** @param readAuthorities - certificates to trust in addition to those that Node.js trusts, in PEM */
export function createDirectFetch(readAuthorities: () => readonly string[] = () => []): RegistryFetch {
  const open = once(async () => {
    const { DirectConnections } = await import('./direct-connections.ts');
    return new DirectConnections(readAuthorities);
  });
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
