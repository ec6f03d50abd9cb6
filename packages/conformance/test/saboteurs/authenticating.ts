// Registries that accept requests they must refuse, or refuse requests they must accept.
import type { Call } from '../reference-call.ts';
import type { ReferenceRegistry } from '../reference-registry.ts';
import type { Saboteur } from './saboteur.ts';

/** Also accepts a publish with such an Authorization header. */
function admitting(
  isWelcome: (header: string | undefined, registry: ReferenceRegistry) => boolean,
): Saboteur['sabotage'] {
  return (registry) => {
    const { isAuthorised } = registry;
    registry.isAuthorised = (call: Call) => {
      const { authorization } = call.headers;
      const header = authorization === undefined ? undefined : String(authorization);
      return (
        isAuthorised.call(registry, call) || (call.endpoint === 'publish' && isWelcome(header, registry))
      );
    };
  };
}

function isRead({ endpoint }: Call): boolean {
  return ['list', 'manifest', 'tarball', 'search'].includes(endpoint);
}

/** Keeps reads private once so many were answered. */
function demandingAfter(reads: number): Saboteur['sabotage'] {
  return (registry) => {
    const handle = registry.handle.bind(registry);
    let count = 0;
    registry.handle = async (call) => {
      if (isRead(call)) count += 1;
      return count > reads && isRead(call) && !registry.isAuthorised(call) ? { status: 401 } : handle(call);
    };
  };
}

/** Saboteurs of authentication. */
export const authenticationSaboteurs: readonly Saboteur[] = [
  {
    does: 'accepts publishes without credentials',
    fails: ['auth.publish-without-token'],
    sabotage: admitting((header) => header === undefined),
  },
  {
    does: 'accepts any Bearer token',
    fails: ['auth.publish-bad-token'],
    sabotage: admitting((header) => header?.startsWith('Bearer ') === true),
  },
  {
    does: 'accepts Bearer without a token',
    fails: ['auth.publish-empty-token'],
    sabotage: admitting((header) => header?.trim() === 'Bearer'),
  },
  {
    does: 'ignores the scheme',
    fails: ['auth.publish-other-scheme'],
    sabotage: admitting((header, { token }) => header?.split(' ')[1] === token),
  },
  {
    does: 'accepts the token as the password of Basic credentials',
    fails: ['auth.publish-basic'],
    sabotage: admitting((header, { token }) => {
      const [scheme, credentials = ''] = header?.split(' ') ?? [];
      return scheme === 'Basic' && Buffer.from(credentials, 'base64').toString().endsWith(`:${token}`);
    }),
  },
  {
    does: 'stores a publish that it answers with 401',
    fails: ['auth.rejected-leaves-nothing'],
    sabotage: (registry) => {
      const handle = registry.handle.bind(registry);
      registry.handle = async (call) => {
        if (call.endpoint === 'publish' && !registry.isAuthorised(call)) await registry.publish(call);
        return handle(call);
      };
    },
  },
  {
    does: 'begins to ask for tokens in the middle of the run',
    fails: ['errors.reads-steady'],
    sabotage: demandingAfter(40),
  },
  {
    does: 'begins to ask for tokens shortly before the end of the run',
    fails: ['errors.reads-steady'],
    sabotage: (registry) => {
      const handle = registry.handle.bind(registry);
      let isLate = false;
      registry.handle = async (call) => {
        // A name with one letter more is read by the last group.
        isLate ||= call.endpoint === 'tarball' && call.version.endsWith('-x');
        return isLate && isRead(call) && !registry.isAuthorised(call) ? { status: 401 } : handle(call);
      };
    },
  },
  {
    does: 'answers version lists without a token with 401, and manifests with 404',
    fails: ['auth.reads'],
    sabotage: (registry) => {
      const handle = registry.handle.bind(registry);
      registry.handle = async (call) => {
        if (registry.isAuthorised(call)) return handle(call);
        if (call.endpoint === 'list') return { status: 401 };
        return call.endpoint === 'manifest' ? { status: 404 } : handle(call);
      };
    },
  },
];
