// The options of a run, checked before the first request, with defaults.
import type { CheckResult, Feature } from '../result.ts';

/** Whether an optional feature is checked: always, never, or if the registry offers it. */
export type FeatureMode = 'on' | 'off' | 'auto';

/** The options of `runConformance`. */
export interface ConformanceOptions {
  /** The base URL of the registry, `http:` or `https:`, with or without a path. */
  readonly baseUrl: string;
  /** A token that may publish, and yank, in the scope. Without one, most checks are skipped. */
  readonly token?: string | undefined;
  /** The scope to publish in, with its `@`. Default `@conformance`. */
  readonly scope?: string | undefined;
  /** Default `auto`. */
  readonly search?: FeatureMode | undefined;
  /** Default `auto`. */
  readonly yank?: FeatureMode | undefined;
  /** The life of a version, which is not part of the contract. Default `auto`. */
  readonly lifecycle?: FeatureMode | undefined;
  /** The transparency log, which is not part of the contract. Default `auto`. */
  readonly log?: FeatureMode | undefined;
  /** Whether recommended checks count as well. Default false. */
  readonly strict?: boolean | undefined;
  /** Timeout of one request, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Run only the checks whose id contains this text. */
  readonly filter?: string | undefined;
  /** Called with each result. */
  readonly onResult?: ((result: CheckResult) => void) | undefined;
}

/** The options of a run, checked and complete. */
export interface Settings extends Readonly<Record<Feature, FeatureMode>> {
  readonly baseUrl: URL;
  readonly token: string | undefined;
  readonly scope: string;
  readonly strict: boolean;
  readonly timeoutMs: number;
  readonly filter: string;
}

/** The error for an invalid option or command line; the message says how to correct it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Maximum timeout of one request: a day. */
const MAX_TIMEOUT_MS = 86_400_000;

/** Checks the options and adds the defaults. @throws {UsageError} */
export function readSettings(options: ConformanceOptions): Settings {
  const {
    token,
    scope = '@conformance',
    search = 'auto',
    yank = 'auto',
    lifecycle = 'auto',
    log = 'auto',
    strict = false,
    filter = '',
  } = options;
  const { timeoutMs = 10_000 } = options;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError(
      'The token must consist of visible ASCII characters without spaces, to fit into an HTTP header',
    );
  }
  if (!/^@[A-Za-z0-9][\w.~-]*$/.test(scope)) {
    throw new UsageError(`The scope must look like @conformance, not ${JSON.stringify(scope)}`);
  }
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new UsageError('The timeout must be a number of seconds above 0 and at most 86400');
  }
  const features = { search, yank, lifecycle, log };
  return { baseUrl: readBaseUrl(options.baseUrl), token, scope, ...features, strict, timeoutMs, filter };
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`The base URL must look like http://127.0.0.1:8080, not ${JSON.stringify(text)}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('The base URL must not have a user name or a password: reports quote it');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError('The base URL must end with its path: no query and no fragment');
  }
  return url;
}
