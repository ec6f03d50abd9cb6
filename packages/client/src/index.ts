// The door of the package.
export {
  type CachedResponse,
  MemoryResponseCache,
  type MemoryResponseCacheLimits,
  type ResponseCache,
} from './cache/response-cache.ts';
export { Deadline } from './http/deadline.ts';
export type { KnownRegistries } from './http/not-found.ts';
export { LifecycleClient } from './lifecycle-client.ts';
export type * from './method-options.ts';
export type { PrimeToPublish, PublishOptions } from './publish/publish-prime.ts';
export { TarballChangedError, type TarballSource } from './publish/upload.ts';
export * from './registry-client.ts';
export type { ExchangeEvent, PendingRequest, RegistryClientOptions } from './registry-client-options.ts';
export * from './registry-reader.ts';
export * from './registry-request-error.ts';
export * from './resolve/index.ts';
export type { RegistrySearchResults, SearchResult } from './shapes/search-results.ts';
export type { PublishLimits, TokenIdentity } from './shapes/token-identity.ts';
export { type ReadVersionList, readVersionList } from './shapes/version-list.ts';
export type { RegistryYankReceipt } from './shapes/yank-receipt.ts';
export { singleLine } from './single-line.ts';
export type { Tarball } from './tarball/tarball-download.ts';
