// The registry that a Prime would be published to, if it is clear.
import type { RegistryClient } from '@prime-registry/client';
import { UsageError } from '@prime-registry/command-line';
import { isA, unless } from '../errors/expected.ts';
import type { RegistryAccess } from '../registries/registry-access.ts';

/** Undefined if no registry is configured, or if a publish would ask which one is meant. */
export function findTarget(
  { settings, targetFor }: RegistryAccess,
  scope: string,
): RegistryClient | undefined {
  if (settings.registries.length === 0) return undefined;
  return unless(isA(UsageError), () => targetFor(scope));
}
