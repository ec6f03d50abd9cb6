// Draws a tree with lines, as `tree` does.

/** A node of a drawn tree. */
export interface Branch {
  readonly label: string;
  readonly branches?: readonly Branch[];
}

/** The lines of a tree; the roots stand at the margin. */
export function drawBranches(roots: readonly Branch[]): string[] {
  return roots.flatMap(({ label, branches = [] }) => [label, ...drawBelow(branches, '')]);
}

function drawBelow(branches: readonly Branch[], margin: string): string[] {
  return branches.flatMap(({ label, branches: below = [] }, index) => {
    const isLast = index === branches.length - 1;
    return [
      `${margin}${isLast ? '└─ ' : '├─ '}${label}`,
      ...drawBelow(below, `${margin}${isLast ? '   ' : '│  '}`),
    ];
  });
}
