// Turns errors into sentences for the model, and leaves out those that it cannot act on.
import { RegistryError } from '@prime-registry/protocol';
import { toOneLine } from '../answers/facts.ts';
import { ToolMistake } from './tool-mistake.ts';

/**
 * The text for the model; undefined for defects, and for errors of access (401, 403), which concern the person who configured
 * the agent.
 */
export function explainError(error: unknown): string | undefined {
  if (error instanceof ToolMistake) return error.message;
  if (!(error instanceof RegistryError) || error.status === 401 || error.status === 403) return undefined;
  return toOneLine(error.message);
}
