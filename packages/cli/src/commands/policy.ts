// `prime policy check`
import { formatCount, UsageError } from '@prime-registry/command-line';
import type { Command } from '../command.ts';
import { DONE, INVALID } from '../exit-code.ts';
import { readLockfile } from '../install/lockfile/read-lockfile.ts';
import { withoutLockfile } from '../install/project-above.ts';
import { checkInstalled, type PrimeTrust } from '../policy/check-installed.ts';
import { listUnmet, showTrust } from '../policy/show-trust.ts';

/** What holds for the locked Primes. */
export interface PolicyResult {
  readonly primes: readonly PrimeTrust[];
}

export const policy: Command<PolicyResult> = {
  usage: {
    name: 'policy',
    summary: 'Show who signed and published what is installed, and check it',
    parameters: ['<check>', '[<name>…]'],
    asksRegistries: true,
    options: {
      online: { type: 'boolean', summary: 'Ask the registries for signatures and proofs that are missing' },
    },
    details: [
      'The rules are those of .primes/policy.yaml, of policy.yaml in your own settings folder, and of the setting signers. All of them must be met. Exits with 2 if one is not. See docs/policy.md.',
    ],
    examples: ['policy check', 'policy check @acme/web-style --online', 'policy check --json'],
  },

  async run(context, flags, [action, ...names]) {
    if (action !== 'check') throw new UsageError(`'${action}' is not 'check'`);
    const lockfile = await readLockfile(context.folder);
    if (lockfile === undefined)
      throw withoutLockfile(context.folder, 'there is no .primes/lock.yaml here with Primes to check');
    const unknown = names.find((name) => !lockfile.has(name));
    if (unknown !== undefined) throw new UsageError(`'${unknown}' is not in lock.yaml`);
    const chosen = [...lockfile.values()].filter(({ name }) => names.length === 0 || names.includes(name));
    return { primes: await checkInstalled(context, flags, chosen) };
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

  exitCode: ({ primes }) => (primes.every(({ unmet }) => unmet === undefined) ? DONE : INVALID),
};
