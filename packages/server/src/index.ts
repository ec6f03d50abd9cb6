// The door of the package, for programs that run a registry inside themselves.
export { operatorActs } from './actions/tokens/act.ts';
export { createToken, type TokenRequest } from './actions/tokens/create-token.ts';
export { buildServer, type RegistryServer, type ServerOptions } from './build-server.ts';
export { DEFAULT_SETTINGS, type ServerSettings } from './config/server-settings.ts';
export { openStore } from './open-store.ts';
