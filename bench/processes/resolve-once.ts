// Resolves one Prime in a process of its own, as a command of a user does, and prints times and the size of the set.
import { RegistryClient, Resolver } from '@prime-registry/client';

const [baseUrl = '', root = ''] = process.argv.slice(2);
const resolver = new Resolver({ registries: [new RegistryClient({ baseUrl })] });
const usedBefore = process.cpuUsage();
const begin = performance.now();
const set = await resolver.resolveSet([{ name: root, range: '*', by: 'the benchmark' }]);
const milliseconds = performance.now() - begin;
const { user, system } = process.cpuUsage(usedBefore);
console.log(JSON.stringify({ milliseconds, processorMs: (user + system) / 1000, primes: set.size }));
