// The news of a registry about a version: a deprecation, a yank, a new name.
import { type RegistryManifest, singleLine } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import type { Successor } from '@prime-registry/protocol';
import type { Terminal } from '../terminal/terminal.ts';

/** What a registry says about a version. */
export interface VersionNews {
  readonly manifest: Pick<RegistryManifest, 'name' | 'version' | 'deprecated' | 'signed_by'>;
  /** Sentences about a move. */
  readonly notes?: readonly string[];
}

/** Something that a user should know about an installed Prime. */
export interface Notice {
  /** The requested name. */
  readonly name: string;
  readonly version: string;
  readonly kind: 'deprecated' | 'moved';
  /** A sentence on one line. */
  readonly message: string;
  /** What to use instead of a deprecated version. */
  readonly successor?: Successor;
}

/** The notices about a Prime. */
export function listNotices(name: string, { manifest, notes = [] }: VersionNews): Notice[] {
  const { version, deprecated } = manifest;
  const moved = notes.map((message): Notice => ({ name, version, kind: 'moved', message }));
  if (deprecated === undefined) return moved;
  const { message, successor } = deprecated;
  const notice: Notice = {
    ...{ name, version, kind: 'deprecated', message: singleLine(message) },
    ...(successor && { successor }),
  };
  return [...moved, notice];
}

/** Shows notices after everything else. */
export function showNotices(notices: readonly Notice[], terminal: Terminal): void {
  for (const notice of notices) {
    if (notice.kind === 'moved') terminal.note(describeNotice(notice));
    else terminal.warn(describeNotice(notice));
  }
}

/** A notice as a line for people. */
export function describeNotice({ name, version, kind, message, successor }: Notice): string {
  if (kind !== 'deprecated') return toPrintable(message);
  const instead = successor === undefined ? '' : ` Use ${describeSuccessor(successor)} instead.`;
  return toPrintable(`${name} ${version} is deprecated: ${endSentence(message)}${instead}`);
}

/** A successor, such as `@acme/web-style@^2 from https://primes.example`. */
export function describeSuccessor({ name, range, registry }: Successor): string {
  return `${name}${range === undefined ? '' : `@${range}`}${registry === undefined ? '' : ` from ${registry}`}`;
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
