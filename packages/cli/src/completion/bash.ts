// The completion script for bash. It works with bash 3.2, which macOS still has.
import type { CompletedCommand, CompletedOption } from './completed-command.ts';

/** Writes the script. Names of commands and options are plain words, so nothing needs quoting. */
export function writeBashScript(commands: readonly CompletedCommand[]): string {
  const names = [...commands.map(({ name }) => name), 'help', '--help', '--version'];
  return `# Completion of prime for bash. To have it in every shell:
#   prime completion bash > ~/.prime-completion.bash
#   echo 'source ~/.prime-completion.bash' >> ~/.bashrc

# $2 and $3 are the words that readline completes. COMP_WORDS is split at '@', with which names begin.
_prime() {
  local current=$2 previous=$3 options= valued= files= folders= words= argument=anything
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(' ')}" -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map(writeCase).join('\n')}
    help) words="${commands.map(({ name }) => name).join(' ')}" ;;
  esac
  case " $folders " in *" $previous "*) _prime_paths -d; return ;; esac
  case " $files " in *" $previous "*) _prime_paths -f; return ;; esac
  case " $valued " in *" $previous "*) return ;; esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")); return ;;
  esac
  case $argument in
    anything) [ "$COMP_CWORD" -gt 2 ] || COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    files) _prime_paths -f ;;
    folders) _prime_paths -d ;;
    installed-names) COMPREPLY=($(compgen -W "$(_prime_installed)" -- "$current")) ;;
  esac
}

_prime_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$current"))
}

_prime_installed() {
  local folder
  for folder in .primes/@*/*/; do
    [ -d "$folder" ] || continue
    folder=\${folder#.primes/}
    echo "\${folder%/}"
  done
}

complete -F _prime prime
`;
}

function writeCase({ name, options, argument }: CompletedCommand): string {
  const given = (value: CompletedOption['value']) =>
    spell(options.filter((option) => option.value === value));
  const assignments = [
    `options="${spell(options)}"`,
    `valued="${given('anything')}"`,
    `files="${given('files')}"`,
    `folders="${given('folders')}"`,
    typeof argument === 'string' ? `argument=${argument}` : `words="${argument.join(' ')}"`,
  ];
  return `    ${name})\n${assignments.map((assignment) => `      ${assignment}`).join('\n')} ;;`;
}

function spell(options: readonly CompletedOption[]): string {
  return options
    .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])])
    .join(' ');
}
