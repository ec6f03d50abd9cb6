// The completion script for fish.
import type { Completed, CompletedCommand, CompletedOption } from './completed-command.ts';

export function writeFishScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of prime for fish. To have it in every shell:
#   prime completion fish > ~/.config/fish/completions/prime.fish

function __prime_runs
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

function __prime_installed
    for folder in .primes/@*/*/
        string replace -r '^\\.primes/(.*)/$' '$1' $folder
    end
end

complete -c prime -f
complete -c prime -n "__prime_runs ''" -l help -d 'Show all commands'
complete -c prime -n "__prime_runs ''" -l version -d 'Show the version'
${commands.map(({ name, summary }) => `complete -c prime -n "__prime_runs ''" -a ${name} -d ${quoteWord(summary)}`).join('\n')}
complete -c prime -n "__prime_runs ''" -a help -d 'Show the help of a command'
complete -c prime -n '__prime_runs help' -a '${commands.map(({ name }) => name).join(' ')}'

${commands.map(writeCommand).join('\n\n')}
`;
}

const ACTIONS: Readonly<Record<Completed, string>> = {
  anything: '',
  files: ' -F',
  folders: " -a '(__fish_complete_directories)'",
  'installed-names': " -a '(__prime_installed)'",
};

function writeCommand({ name, options, argument }: CompletedCommand): string {
  const line = `complete -c prime -n '__prime_runs ${name}'`;
  const action = typeof argument === 'string' ? ACTIONS[argument] : ` -a '${argument.join(' ')}'`;
  const described = options.map((option) => `${line}${writeOption(option)}`);
  return [...(action === '' ? [] : [`${line}${action}`]), ...described].join('\n');
}

function writeOption({ name, short, summary, value }: CompletedOption): string {
  const spellings = `${short === undefined ? '' : ` -s ${short}`} -l ${name}`;
  const needsValue = value === undefined ? '' : ` -r${ACTIONS[value]}`;
  return `${spellings}${needsValue} -d ${quoteWord(summary)}`;
}

/** Between single quotation marks, only the quotation mark and the backslash are special. */
function quoteWord(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
