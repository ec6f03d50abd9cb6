// Annotations: problems that a forge shows at their lines in a pull request.
import { isAbsolute, relative, sep } from 'node:path';
import { toPrintable } from '@prime-registry/command-line';
import { formatWorkflowCommand } from '@prime-registry/lint';

/** A problem at a place in the checkout, or without a place. */
export interface Annotation {
  readonly severity: 'error' | 'warning';
  /** What is wrong, and what to do. */
  readonly message: string;
  /** Absolute path of the file. */
  readonly path?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Most of each severity that are printed: GitHub shows no more for one step. */
const MAX_SHOWN = 10;

/** Workflow commands of GitHub, Forgejo and Gitea, one line each, errors first. */
export function toWorkflowCommands(
  annotations: readonly Annotation[],
  { root, title }: { readonly root: string; readonly title: string },
): string {
  const some = (['error', 'warning'] as const).flatMap((severity) =>
    annotations.filter((each) => each.severity === severity).slice(0, MAX_SHOWN),
  );
  return some
    .map(({ severity, message, path, line, column }) => {
      const file = path === undefined ? undefined : toRepositoryPath(root, path);
      const place = file === undefined ? {} : { file, line, column };
      return `${formatWorkflowCommand({ level: severity, title, message: toPrintable(message), ...place })}\n`;
    })
    .join('');
}

/** The path in the repository, with `/`; undefined outside it. */
export function toRepositoryPath(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..') return undefined;
  return inside.split(sep).join('/');
}
