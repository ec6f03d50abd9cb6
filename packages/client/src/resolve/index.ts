// The public part of the resolver, which chooses a version of a Prime and a registry.
export { findNewer, type NewerVersions, type PickableList, pickVersion } from './pick-version.ts';
export { type PrimeSpec, parsePrimeSpec } from './prime-spec.ts';
export type { Fallback, NamedList, Resolution } from './resolution.ts';
export * from './resolution-error.ts';
export type { LockedPrime, LockedResolution } from './resolve-locked.ts';
export * from './resolver.ts';
export type { LockedCandidate } from './set/known-prime.ts';
export type { ResolveSetOptions, SetMember, SetRequirement } from './set/resolve-set.ts';
