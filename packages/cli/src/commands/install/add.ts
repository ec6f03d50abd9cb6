// `prime add`
import type { Command } from '../../command.ts';
import type { InstallResult } from '../../install/run-install.ts';
import { install } from './install.ts';

const { options = {} } = install.usage;

/** Options that mean the same as with `prime install`. */
const SHARED = ['offline', 'allow-registry-change', 'accept-signer'];

export const add: Command<InstallResult> = {
  ...install,
  usage: {
    parameters: ['<name>[@<range>]', '[<name>[@<range>]…]'],
    asksRegistries: true,
    options: Object.fromEntries(Object.entries(options).filter(([name]) => SHARED.includes(name))),
    details: [
      "The same as 'prime install --save'. A Prime that is named without a range gets the range of its latest version, such as ^1.2.0; one that is listed already keeps its range, unless another one is given.",
    ],
    examples: ['add @acme/web-style', 'add @acme/web-style@~1.2 @acme/naming@beta'],
  },

  run: (context, flags, parameters) => install.run(context, { ...flags, save: true }, parameters),
};
