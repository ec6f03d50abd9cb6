// The tools of packages/knowledge as a server of the Model Context Protocol. Importing it loads the SDK.
export type { McpAnswer } from './http/mcp-answer.ts';
export { McpEndpoint, type McpRequest } from './http/mcp-endpoint.ts';
export { createMcpServer } from './server/create-mcp-server.ts';
export type { McpServerOptions } from './server/mcp-server-options.ts';
