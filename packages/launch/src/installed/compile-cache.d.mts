// The types of compile-cache.mjs, for its test.
export function useCompileCache(): void;
export function findCacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
): string | undefined;
