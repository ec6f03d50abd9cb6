// Requests that need more than one registry and its tokens: a CI that publishes, a public address with a path, and a
// witness of the log.
import { createHash } from 'node:crypto';
import { formatAddCheckpoint } from '@prime-registry/tlog';
import type { Actor } from '../actor.ts';
import { GITHUB, publishAs } from '../publish-as.ts';
import { type RegistryOptions, startRegistry, type TestRegistry } from '../start-registry.ts';
import type { ExampleRequest } from './example-requests.ts';

/** A request, and who sends it to which registry. */
export type FurtherRequest = readonly [actor: Actor, request: ExampleRequest];

/** A registry behind another one: a witness of its log, under an address with a path. */
export function startWitness(registry: TestRegistry, options: RegistryOptions): Promise<TestRegistry> {
  const upstream = {
    ...{ url: registry.baseUrl, scopes: ['*'], token: undefined, timeoutMs: 10_000, listMaxAgeMs: 60_000 },
    ...{ allowsPrivateAddresses: true, acceptsNotFoundPages: false },
  };
  return startRegistry({ ...options, isWitness: true, upstreams: [upstream] });
}

/** The requests, in an order in which all of them succeed. */
export async function furtherRequests(
  registry: TestRegistry,
  witness: TestRegistry,
): Promise<readonly FurtherRequest[]> {
  const { anonymous } = registry;
  await publishAs(registry, GITHUB, { name: '@acme/pots', version: '1.1.0' });
  const { text: checkpoint } = await anonymous.get('/-/log/checkpoint');
  const [origin = ''] = checkpoint.split('\n');
  const log = createHash('sha256').update(origin).digest('hex');
  return [
    [anonymous, { operation: 'readProvenance', path: '/-/primes/@acme/pots/1.1.0/provenance' }],
    [
      witness.anonymous,
      {
        operation: 'authorizationServerOfPath',
        path: '/.well-known/oauth-authorization-server/team',
      },
    ],
    [
      witness.anonymous,
      {
        operation: 'addCheckpoint',
        method: 'POST',
        path: '/-/witness/add-checkpoint',
        body: formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint }),
      },
    ],
    [witness.anonymous, { operation: 'readCosignedCheckpoint', path: `/-/witness/${log}/checkpoint` }],
  ];
}
