// All attacks, in the order in which they run.
import type { Attack } from '../attack.ts';
import { badTokens } from './bad-tokens.ts';
import { bigHeads } from './big-heads.ts';
import { calm } from './calm.ts';
import { compressedPictures } from './compressed-pictures.ts';
import { diffsAndGraphs } from './diffs-and-graphs.ts';
import { editedWords } from './edited-words.ts';
import { hostileManifests } from './hostile-manifests.ts';
import { hostileMarkdown } from './hostile-markdown.ts';
import { hostilePublishes } from './hostile-publishes.ts';
import { idleConnections } from './idle-connections.ts';
import { many404s } from './many-404s.ts';
import { pipelining } from './pipelining.ts';
import { searches } from './searches.ts';
import { singleInputs } from './single-inputs.ts';
import { slowReaders } from './slow-readers.ts';
import { tinyChunks } from './tiny-chunks.ts';
import { uploadsWithoutPermission } from './uploads-without-permission.ts';
import { yankFloods } from './yank-floods.ts';

export const ATTACKS: readonly Attack[] = [
  calm,
  singleInputs,
  editedWords,
  diffsAndGraphs,
  compressedPictures,
  hostilePublishes,
  hostileManifests,
  hostileMarkdown,
  uploadsWithoutPermission,
  tinyChunks,
  pipelining,
  slowReaders,
  idleConnections,
  searches,
  badTokens,
  bigHeads,
  many404s,
  yankFloods,
];

/** The attack of this name. @throws Error if there is none */
export function getAttack(name: string): Attack {
  const attack = ATTACKS.find((candidate) => candidate.name === name);
  if (attack === undefined) throw new Error(`there is no attack '${name}'; --list prints all`);
  return attack;
}
