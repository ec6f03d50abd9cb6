// The public exports of the package.
export { Actor, type Answer, type RequestOptions } from './actor.ts';
export { childEnvironment } from './child-environment.ts';
export { eventually } from './eventually.ts';
export { expectProblem } from './expect-problem.ts';
export type { CommandResult } from './in-process.ts';
export { type CertificateAuthority, type Certified, makeAuthority } from './network/certificates.ts';
export {
  type CompanyProxy,
  type CompanyProxyOptions,
  type FrontServer,
  type ProxiedRequest,
  startCompanyProxy,
  startFrontServer,
} from './network/company-network.ts';
export { type Fault, type FaultyProxy, startFaultyProxy } from './network/faulty-proxy.ts';
export type { ParsedJson } from './parsed-json.ts';
export { createPrimeUser, type PrimeOptions, type PrimeUser } from './prime-user.ts';
export { type AtomSource, atomFiles, inventoryOf, sourceOf, sourcePathOf } from './primes/inventory.ts';
export { manifestText, type PrimeDraft, publishForm, tarballOf } from './primes/prime-draft.ts';
export { buildTarball, type TarballFiles } from './primes/tarball.ts';
export { encodeForm, type WireForm, type WirePart } from './primes/wire-form.ts';
export { wordyAtoms } from './primes/wordy-prime.ts';
export { COMPILE_CACHE, PRIME_MAIN } from './programs.ts';
export { GITHUB, publishAs } from './publish-as.ts';
export { type RawAnswer, RawClient } from './raw-client.ts';
export { COMMAND, type RunOptions, runCommand } from './run-command.ts';
export { SeededRandom } from './seeded-random.ts';
export { type ProcessOptions, type RegistryProcess, startProcess } from './start-process.ts';
export { type RegistryOptions, startRegistry, type TestRegistry } from './start-registry.ts';
