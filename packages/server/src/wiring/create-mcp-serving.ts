// How agents are answered. The SDK of the protocol is loaded with their first request: it costs registries without agents
// neither time at the start nor memory.
import type { KnowledgeSource, SkillLibrary } from '@prime-registry/knowledge';
import { readVersion } from '@prime-registry/launch';
import type { McpEndpoint } from '@prime-registry/mcp';
import type { ServerSettings } from '../config/server-settings.ts';
import type { Admission } from '../http/admission/admission.ts';
import { createMcpVisitorCheck } from '../http/connections/mcp-visitors.ts';
import type { McpServing } from '../routes/mcp/mcp-serving.ts';

/** What answering works with. */
export interface McpParts {
  readonly knowledge: KnowledgeSource;
  readonly skills: SkillLibrary;
  readonly admission: Pick<Admission, 'admit'>;
  /** Called with errors that no agent is told. */
  readonly onFailure: (error: unknown) => void;
}

type Settings = Pick<ServerSettings, 'mcp' | 'mcpOrigins' | 'publicUrl' | 'allowedHosts' | 'isPrivate'>;

/** Prepares it; loads nothing. */
export function createMcpServing(
  settings: Settings,
  { knowledge, skills, admission, onFailure }: McpParts,
): McpServing {
  let loading: Promise<McpEndpoint> | undefined;
  const load = async (): Promise<McpEndpoint> => {
    const { McpEndpoint } = await import('@prime-registry/mcp');
    const { isPrivate } = settings;
    const [name, version] = ['prime-registry', readVersion()];
    return new McpEndpoint({ source: knowledge, skills, name, version, isPrivate, onFailure });
  };
  return {
    isOn: settings.mcp === 'on',
    findRefusal: createMcpVisitorCheck(settings),
    admitSearch: (request, reply) => admission.admit('heavy', request, reply),
    load() {
      loading ??= load().catch((error: unknown) => {
        // Too many open files, for instance: the next request tries again.
        loading = undefined;
        throw error;
      });
      return loading;
    },
  };
}
