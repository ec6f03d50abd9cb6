// `prime policy check`
import { flag, formatCount, toPrintable, UsageError } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../../command.ts';
import { DONE, INVALID } from '../../exit-code.ts';
import type { LockedPrime } from '../../install/lockfile/locked-prime.ts';
import { chooseLocked, notLocked, requireLockfile } from '../../install/project-above.ts';
import { checkInstalled } from '../../policy/check-installed.ts';
import { loadPolicies } from '../../policy/load-rules.ts';
import { isAbout } from '../../policy/policy-rule.ts';
import type { PrimeTrust } from '../../policy/prime-trust.ts';
import { listUnmet, showTrust } from '../../policy/show-trust.ts';

/** What holds for the locked Primes. */
export interface PolicyResult {
  readonly primes: readonly PrimeTrust[];
  /** Rules that are about none of them, such as one with a typing error; absent if there are none. */
  readonly idle_rules?: readonly { readonly file: string; readonly line: number }[];
}

export const policy: Command<PolicyResult> = {
  usage: {
    parameters: ['<check>', '[<name>…]'],
    asksRegistries: true,
    options: {
      online: flag('Ask the registries for signatures and proofs that are missing'),
    },
    details: [
      'The rules are those of .primes/policy.yaml, of policy.yaml in your own settings folder, and of the setting signers. All of them must be met. Exits with 2 if one is not. See docs/policy.md.',
    ],
    examples: ['policy check', 'policy check @acme/web-style --online', 'policy check --json'],
  },

  async run(context, flags, [action, ...names]) {
    if (action !== 'check') throw new UsageError(`'${action}' is not 'check'`);
    const lockfile = await requireLockfile(
      context.folder,
      'there is no .primes/lock.yaml here with Primes to check',
    );
    const chosen = chooseLocked(lockfile, names, notLocked);
    const idle = await findIdle(context, [...lockfile.values()]);
    return {
      primes: await checkInstalled(context, flags, chosen),
      ...(idle.length > 0 && { idle_rules: idle }),
    };
  },

  view({ primes }, terminal) {
    const unmet = listUnmet(primes);
    const bad = primes.filter((prime) => prime.unmet !== undefined).length;
    const summary =
      bad === 0
        ? `${formatCount(primes.length, 'Prime')} ${primes.length === 1 ? 'meets' : 'meet'} the rules.`
        : `${formatCount(bad, 'Prime')} of ${primes.length} ${bad === 1 ? 'does' : 'do'} not meet the rules.`;
    return [
      ...(primes.length === 0 ? [] : [showTrust(primes)]),
      ...unmet.map((line) => terminal.paint('red', line)),
      summary,
    ].join('\n');
  },

  afterwards({ idle_rules: idle = [] }, terminal) {
    for (const { file, line } of idle)
      terminal.note(toPrintable(`${file}, line ${line}: the rule is about none of the locked Primes`));
  },

  exitCode: ({ primes }) => (primes.every(({ unmet }) => unmet === undefined) ? DONE : INVALID),
};

async function findIdle(
  context: CommandContext,
  locked: readonly LockedPrime[],
): Promise<{ readonly file: string; readonly line: number }[]> {
  const { user, project } = await loadPolicies(context);
  const names = locked.flatMap(({ name, moved_to: own = name }) => [name, own]);
  return [...user, ...project]
    .filter((rule) => !isAbout(rule, names))
    .map(({ file, line }) => ({ file, line }));
}
