// The command lines of a README: those that a test runs, and those that it leaves out, with the reason.

/** A command line. */
export interface ReadmeLine {
  readonly command: string;
  /** What the README shows below it; empty if nothing. */
  readonly output: string;
  /** Whether it stands after a `$`: it runs in another folder than the commands of `sh` blocks. */
  readonly isElsewhere: boolean;
}

/** A line that no test of the README runs. */
export interface LeftOut {
  readonly pattern: RegExp;
  readonly reason: string;
}

/** All of them. Each must match a line of the README. */
export const LEFT_OUT: readonly LeftOut[] = [
  { pattern: /^npm ci && npm (?:start|test)$/, reason: 'CI begins with it, in a new clone' },
  { pattern: /^npm run (?:test:quick|check)$/, reason: 'parts of CI' },
];

/** The command lines of the code blocks, in their order, without comments. */
export function listReadmeLines(markdown: string): ReadmeLine[] {
  const blocks = [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, language, text = '']) => {
    if (language === 'sh') return text.split('\n').flatMap(plainLine);
    if (language !== '') return [];
    return text
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...output] = part.split('\n');
        return { command, output: output.join('\n').trim(), isElsewhere: true };
      });
  });
}

function plainLine(line: string): ReadmeLine[] {
  const command = line.replace(/(?:^|\s+)# .*$/, '').trim();
  return command === '' ? [] : [{ command, output: '', isElsewhere: false }];
}
