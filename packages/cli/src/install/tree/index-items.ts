// The table of contents in `.primes` during a change of the tree: a few files and a folder, each moved with one rename.
import { dirname, join } from 'node:path';
import { type FileOperations, move } from '../../files/file-operations.ts';
import { hasPrime, placesAt, type Staging } from './staging.ts';

/** What the table of contents consists of, below `.primes`. */
export const INDEX_ITEMS = ['INDEX.md', 'index', 'index.json'] as const;

/** One of them. */
type IndexItem = (typeof INDEX_ITEMS)[number];

/** An item that is replaced, added or removed. */
export interface IndexChange {
  readonly item: IndexItem;
  /** Whether it was there before. */
  readonly hadOld: boolean;
}

/** Writes the new texts into the staging folder, and says what changes. @param texts - by path below `.primes` */
export function stageIndex(
  files: FileOperations,
  staging: Staging,
  texts: ReadonlyMap<string, string>,
): IndexChange[] {
  for (const [path, text] of texts) {
    const staged = join(staging.folder, 'new', path);
    files.mkdirSync(dirname(staged), { recursive: true });
    files.writeFileSync(staged, text, { flag: 'wx' });
  }
  return INDEX_ITEMS.map((item) => ({
    item,
    hadOld: hasItem(files, staging, placesAt(staging, item).installed),
  }));
}

/** Puts an item in its place, if there is a new one, and the old one aside. */
export async function moveItem(
  files: FileOperations,
  staging: Staging,
  { item, hadOld }: IndexChange,
): Promise<void> {
  const { installed, staged, replaced } = placesAt(staging, item);
  if (hadOld) await moveInto(files, installed, replaced);
  if (hasItem(files, staging, staged)) await moveInto(files, staged, installed);
}

/** Puts the old item back, whatever was done before. */
export async function restoreItem(
  files: FileOperations,
  staging: Staging,
  { item, hadOld }: IndexChange,
): Promise<void> {
  const { installed, staged, replaced } = placesAt(staging, item);
  const isReplaced = hasItem(files, staging, replaced);
  const isNew = isReplaced || (!hadOld && !hasItem(files, staging, staged));
  if (isNew && hasItem(files, staging, installed)) await moveInto(files, installed, staged);
  if (isReplaced) await moveInto(files, replaced, installed);
}

/** Whether anything is at a place, in real folders. A link there is moved like a file, and never followed. */
function hasItem(files: FileOperations, staging: Staging, place: string): boolean {
  return (
    hasPrime(files, staging, dirname(place)) &&
    files.lstatSync(place, { throwIfNoEntry: false }) !== undefined
  );
}

async function moveInto(files: FileOperations, from: string, to: string): Promise<void> {
  files.mkdirSync(dirname(to), { recursive: true });
  await move(files, from, to);
}

/** Reads what a journal says about the index; undefined if it is not in this form. Older journals say nothing. */
export function parseIndexChanges(value: unknown): IndexChange[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const changes = value.map(parseIndexChange);
  return changes.every((change) => change !== undefined) ? changes : undefined;
}

function parseIndexChange(value: unknown): IndexChange | undefined {
  if (typeof value !== 'object' || value === null || !('item' in value) || !('hadOld' in value))
    return undefined;
  const item = INDEX_ITEMS.find((known) => known === value.item);
  return item === undefined || typeof value.hadOld !== 'boolean' ? undefined : { item, hadOld: value.hadOld };
}
