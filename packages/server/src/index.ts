// The door of the package, for programs that run a registry inside themselves.

export { operatorActs } from './actions/act.ts';
export { createToken, type TokenRequest } from './actions/create-token.ts';
export type { BlobGroup, BlobInventory } from './blobs/blob-inventory.ts';
export type { BlobLocation, S3Location } from './blobs/blob-location.ts';
export type { BlobChunks, BlobStore, BlobUpload, ByteRange } from './blobs/blob-store.ts';
export { buildServer, type RegistryServer, type ServerOptions } from './build-server.ts';
export { DEFAULT_SETTINGS, type ServerSettings } from './config/server-settings.ts';
export { openStore } from './open-store.ts';
export type { Act, AuditEntry } from './store/audit-store.ts';
export type { EvictableVersion } from './store/eviction-store.ts';
export type {
  Correction,
  NewVersion,
  RegistryStore,
  SearchFindings,
  SearchHit,
  TokenRecord,
} from './store/registry-store.ts';
export type { RichFindings, RichHit, TextSegment } from './store/rich-search-store.ts';
