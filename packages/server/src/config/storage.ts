// Settings of storage: the data folder, the database and the tarballs.
import type { BlobLocation } from '@prime-registry/blobs';
import type { Setting } from './setting.ts';
import { integerSetting, textSetting } from './setting-kinds.ts';
import { readS3Location } from './values/read-s3-location.ts';

const POSTGRES_URL = /^postgres(?:ql)?:\/\//;

/** The value for SQLite in the data folder. */
const IN_DATA_FOLDER = '';

const DATABASE: Setting<string> = {
  name: 'database',
  summary: 'Metadata database: SQLite in the data folder, or a PostgreSQL address',
  allowed: "'sqlite', or 'postgres://user:password@host:port/name', with special characters percent-encoded",
  default: IN_DATA_FOLDER,
  defaultText: 'sqlite',
  isSecret: true,
  read: (text) =>
    text === '' || text === 'sqlite' ? IN_DATA_FOLDER : isPostgresUrl(text) ? text : undefined,
};

function isPostgresUrl(text: string): boolean {
  if (!POSTGRES_URL.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, searchParams } = new URL(text);
  const hasHost = hostname !== '' || searchParams.has('host');
  return hasHost && /^\/[^/]+$/.test(pathname) && !hasMalformedEscape(text);
}

/** The driver's error for it would contain the address, which may have a password. */
function hasMalformedEscape(text: string): boolean {
  try {
    decodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}

const BLOBS: Setting<BlobLocation> = {
  name: 'blobs',
  summary: 'Where tarballs are stored: in the data folder, or in a bucket of an S3-compatible store',
  allowed: 'folder, or s3://bucket/prefix?region=…&endpoint=https://…&path-style=true',
  default: 'folder',
  defaultText: 'folder',
  read(text) {
    if (text === '' || text === 'folder') return 'folder';
    return /^s3:\/\//i.test(text) ? readS3Location(text) : undefined;
  },
};

export const STORAGE_SETTINGS = {
  dataFolder: textSetting('the path of a folder', {
    name: 'data',
    summary: 'Folder of the database and the tarballs; created if missing',
    default: './data',
  }),
  database: DATABASE,
  databaseConnections: integerSetting(3, 1000, {
    name: 'database-connections',
    summary: 'Maximum PostgreSQL connections of each process',
    default: 10,
  }),
  blobs: BLOBS,
};
