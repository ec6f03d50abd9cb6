// Resolves one Prime in a process of its own, as a command of a user does, and prints the time and the size of the set.
import { RegistryClient, Resolver } from '@prime-registry/client';

const [baseUrl = '', root = ''] = process.argv.slice(2);
const resolver = new Resolver({ registries: [new RegistryClient({ baseUrl })] });
const begin = performance.now();
const set = await resolver.resolveSet([{ name: root, range: '*', by: 'the benchmark' }]);
console.log(JSON.stringify({ milliseconds: performance.now() - begin, primes: set.size }));
