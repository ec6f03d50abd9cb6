// Texts of atoms as resources, by template: there are far too many for a list, so that resources/list has none of them.
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { RESOURCE_TEMPLATES, readResource } from '@prime-registry/knowledge';
import { answering } from './answering.ts';
import { type McpServerOptions, openSource } from './mcp-server-options.ts';

/** How long the text of a version, which never changes, and of anything else may be reused, in milliseconds. */
const [FIXED_TTL_MS, LATEST_TTL_MS] = [86_400_000, 60_000];

/** What the protocol had for a resource that does not exist before its revision 2026-07-28. */
const RESOURCE_NOT_FOUND = -32_002;

export function handleResources(server: McpServer, options: McpServerOptions): void {
  const { elsewhere, isPrivate, onFailure } = options;
  for (const { uriTemplate, name, ...metadata } of RESOURCE_TEMPLATES) {
    const template = new ResourceTemplate(uriTemplate, { list: undefined });
    server.registerResource(name, template, metadata, async ({ href: uri }, _variables, context) => {
      const { signal, envelope } = context.mcpReq;
      const read = await answering(onFailure, signal, async () =>
        readResource(await openSource(options), uri, { signal, elsewhere }),
      );
      const isModern = envelope !== undefined;
      if (!read.ok) {
        const code = isModern ? ProtocolErrorCode.InvalidParams : RESOURCE_NOT_FOUND;
        throw new ProtocolError(code, read.message, { uri });
      }
      const { text, mimeType, isFixed } = read.value;
      const contents = [{ uri, mimeType, text }];
      if (!isModern) return { contents };
      const ttlMs = isFixed ? FIXED_TTL_MS : LATEST_TTL_MS;
      return { contents, ttlMs, cacheScope: isPrivate ? 'private' : 'public' };
    });
  }
}
