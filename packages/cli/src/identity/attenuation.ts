// What a token that may do less is for, and for how long, as options say it.
import { accept, type Flags, parseDuration, UsageError } from '@prime-registry/command-line';
import { formatTokenScope, parseTokenScope } from '@prime-registry/protocol';

/** @throws UsageError unless it says what the token may do */
export function readScope({ prime, scope, may }: Flags): string {
  const words = [
    ...list(may),
    ...list(scope).map((each) => `scope:${each}`),
    ...list(prime).map((each) => `prime:${each.replaceAll(' ', '%20')}`),
  ];
  if (words.length === 0) throw new UsageError('say what the token may do: --prime, --scope or --may');
  return formatTokenScope(accept(parseTokenScope(words.join(' '))));
}

/** In seconds. @throws UsageError */
export function readLife({ expires = '1h' }: Flags): number {
  const lifeMs = typeof expires === 'string' ? parseDuration(expires) : undefined;
  if (lifeMs !== undefined && lifeMs >= 1000) return Math.floor(lifeMs / 1000);
  throw new UsageError(`--expires: '${String(expires)}' is not a duration such as 15m or 1h`);
}

function list(flag: Flags[string]): readonly string[] {
  return Array.isArray(flag) ? flag : [];
}
