// The door of the package.

export { splitBatch } from './batch-parts.ts';
export {
  type CachedResponse,
  MemoryResponseCache,
  type MemoryResponseCacheLimits,
  type ResponseCache,
} from './cache/response-cache.ts';
export { ChangeClient, type FollowedChange } from './change-client.ts';
export * from './failure-guards.ts';
export type { KnownRegistries } from './http/not-found.ts';
export { Deadline } from './http/patience.ts';
export type { FetchRequest, FetchResponse, RegistryFetch } from './http/registry-fetch.ts';
export { LifecycleClient } from './lifecycle-client.ts';
export * from './log/check-version-proof.ts';
export * from './log/compare-heads.ts';
export * from './log/find-announced-keys.ts';
export * from './log/log-client.ts';
export * from './log/log-error.ts';
export * from './log/log-meaning.ts';
export * from './log/read-log-entries.ts';
export * from './log/signed-head.ts';
export type * from './method-options.ts';
export type { PrimeToPublish, PublishOptions } from './publish/publish-prime.ts';
export { TarballChangedError, type TarballSource } from './publish/upload.ts';
export * from './registry-client.ts';
export type { ExchangeEvent, PendingRequest, RegistryClientOptions } from './registry-client-options.ts';
export * from './registry-reader.ts';
export * from './registry-request-error.ts';
export * from './resolve/index.ts';
export type { RegistryLogDescription } from './shapes/log.ts';
export type { RegistrySearchResults, SearchResult } from './shapes/search-results.ts';
export type { PublishLimits, TokenIdentity } from './shapes/token-identity.ts';
export type { ExchangedToken, TokenService } from './shapes/token-service.ts';
export { type ReadVersionList, readVersionList } from './shapes/version-list.ts';
export type { RegistryYankReceipt } from './shapes/yank-receipt.ts';
export {
  type NewScopeSigner,
  type RegistrySignature,
  SignatureClient,
} from './signatures/signature-client.ts';
export { singleLine } from './single-line.ts';
export type { Tarball } from './tarball/tarball-download.ts';
export * from './token/exchange-token.ts';
