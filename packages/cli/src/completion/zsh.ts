// The completion script for zsh.
import type { Completed, CompletedCommand, CompletedOption } from './completed-command.ts';

export function writeZshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef prime
# Completion of prime for zsh. To have it in every shell:
#   mkdir -p ~/.zfunc && prime completion zsh > ~/.zfunc/_prime
# and in ~/.zshrc, before compinit:
#   fpath+=(~/.zfunc)

_prime() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoteWord(`${name}:${summary}`)}`).join('\n')}
    'help:Show the help of a command'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments '--help[Show all commands]' '--version[Show the version]'
    return
  fi
  shift words
  (( CURRENT -= 1 ))
  case $words[1] in
${commands.map(writeCase).join('\n')}
    help)
      _describe command commands ;;
  esac
}

_prime_installed() {
  local -a names
  names=(.primes/@*/*(N/))
  compadd -- \${names#.primes/}
}

# Either zsh loads this file as the completion function, or it is sourced.
if [[ $funcstack[1] == _prime ]]; then
  _prime "$@"
else
  compdef _prime prime
fi
`;
}

const ACTIONS: Readonly<Record<Completed, string>> = {
  anything: '',
  files: '_files',
  folders: '_files -/',
  'installed-names': '_prime_installed',
};

function writeCase({ name, options, argument }: CompletedCommand): string {
  const rest = typeof argument === 'string' ? `*: :${ACTIONS[argument]}` : `1: :(${argument.join(' ')})`;
  const lines = [...options.flatMap(writeOption), quoteWord(rest)].map((line) => `        ${line}`);
  return `    ${name})\n      _arguments -s \\\n${lines.join(' \\\n')} ;;`;
}

/** One specification per spelling. Each excludes the others unless the option may be repeated. */
function writeOption({ name, short, summary, value, isRepeatable }: CompletedOption): string[] {
  const spellings = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  const prefix = isRepeatable ? '*' : `(${spellings.join(' ')})`;
  const text = summary.replaceAll(/[[\]:\\]/g, '\\$&');
  const suffix = value === undefined ? '' : `:${name}:${ACTIONS[value]}`;
  return spellings.map((spelling) => quoteWord(`${prefix}${spelling}[${text}]${suffix}`));
}

function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
