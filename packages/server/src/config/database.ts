// Which database the registry keeps its metadata in.
import { integerSetting, type Setting } from './setting.ts';

const ADDRESS = /^postgres(?:ql)?:\/\//;

/** What stands for the file in the data folder. */
const IN_DATA_FOLDER = '';

export const DATABASE: Setting<string> = {
  name: 'database',
  summary: 'The database: sqlite, a file in the data folder, or the address of one of PostgreSQL',
  allowed: "'sqlite', or 'postgres://user:password@host:port/name', with special characters percent-encoded",
  default: IN_DATA_FOLDER,
  defaultText: 'sqlite',
  isSecret: true,
  read: (text) => (text === '' || text === 'sqlite' ? IN_DATA_FOLDER : isAddress(text) ? text : undefined),
};

export const DATABASE_CONNECTIONS: Setting<number> = integerSetting(
  {
    name: 'database-connections',
    summary: 'Most connections of each process to PostgreSQL',
    default: 10,
  },
  3,
  1000,
);

function isAddress(text: string): boolean {
  if (!ADDRESS.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, searchParams } = new URL(text);
  const hasHost = hostname !== '' || searchParams.has('host');
  return hasHost && /^\/[^/]+$/.test(pathname) && !hasMalformedEscape(text);
}

/** The driver would fail on it, and its message would have the address in it. */
function hasMalformedEscape(text: string): boolean {
  try {
    decodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}
