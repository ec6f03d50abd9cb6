// The description of a finished backup.
import { isSha256, parseJsonObject } from '@prime-registry/protocol/basics';

export interface BackupDescription {
  readonly format: 1;
  /** When the database was copied: the backup contains what was published before. */
  readonly created_at: string;
  readonly database: { readonly file: string; readonly sha256: string };
  readonly versions: number;
  readonly blobs: number;
  readonly blob_bytes: number;
  /** Digests of referenced blobs that were missing or damaged at the time. */
  readonly faulty: readonly string[];
}

/** The name of a copy of the database. */
export const DATABASE_NAME = /^registry-[0-9TZ]+\.sqlite$/;

/** Undefined if it is damaged, or made by a newer program. */
export function parseDescription(text: string): BackupDescription | undefined {
  const value: Partial<BackupDescription> = parseJsonObject(text) ?? {};
  const { format, database, created_at } = value;
  // It becomes part of a path.
  const isWhole =
    format === 1 &&
    typeof created_at === 'string' &&
    typeof database?.file === 'string' &&
    DATABASE_NAME.test(database.file) &&
    typeof database.sha256 === 'string' &&
    isSha256(database.sha256);
  return isWhole ? (value as BackupDescription) : undefined;
}

export function databaseNameAt(timeMs: number): string {
  return `registry-${new Date(timeMs).toISOString().replaceAll(/[-:.]/g, '')}.sqlite`;
}
