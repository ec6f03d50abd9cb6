// The door of the package, for programs that run a registry inside themselves.

export { createToken, type TokenRequest } from './actions/create-token.ts';
export { buildServer, openStore, type RegistryServer, type ServerOptions } from './build-server.ts';
export { DEFAULT_SETTINGS, type ServerSettings } from './config/server-settings.ts';
