// The public interface of the package, for programs that embed a registry.
export { operatorActs } from './actions/tokens/act.ts';
export { createToken, type TokenRequest } from './actions/tokens/create-token.ts';
export { DEFAULT_SETTINGS, type ServerSettings } from './config/server-settings.ts';
export { buildServer, type RegistryServer } from './wiring/build-server.ts';
export type { ServerOptions } from './wiring/server-options.ts';
export { openStore } from './wiring/storage/open-store.ts';
