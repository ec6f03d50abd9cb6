// The registry that a Prime would be published to, if it is clear.
import type { RegistryClient } from '@prime-registry/client';
import { UsageError } from '@prime-registry/command-line';
import type { RegistryAccess } from '../registries/registry-access.ts';

/** Undefined if no registry is configured, or if a publish would ask which one is meant. */
export function findTarget(
  { settings, targetFor }: RegistryAccess,
  scope: string,
): RegistryClient | undefined {
  if (settings.registries.length === 0) return undefined;
  try {
    return targetFor(scope);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
