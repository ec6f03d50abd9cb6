// Commands that run on certain cores.

/** The command, on these cores as taskset(1) takes them. undefined for all cores. */
export function pinCommand(command: readonly string[], cores: string | undefined): readonly string[] {
  return cores === undefined ? command : ['taskset', '-c', cores, ...command];
}
