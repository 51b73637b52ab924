/** `bookdist completion`: prints a script that completes commands and options in a shell. */
import { Argument, Command, type Option } from 'commander';
import type { Shell } from '../shell/index.ts';

const helpText = `
Load it when your shell starts:
  bash  echo 'source <(bookdist completion bash)' >>~/.bashrc
  zsh   bookdist completion zsh >"\${fpath[1]}/_bookdist"
  fish  bookdist completion fish >~/.config/fish/completions/bookdist.fish

Examples
  bookdist completion bash
  bookdist completion zsh
`;

/** Creates the command. */
export function completionCommand(shell: Shell): Command {
  const command = new Command('completion')
    .description('Print a completion script for bash, zsh or fish.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shellNames))
    .addHelpText('after', helpText);
  return command.action((name: ShellName) => {
    shell.out(completionScript(name, command.parent ?? command));
  });
}

export const shellNames = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof shellNames)[number];

/** The words that may follow one command. */
interface Completion {
  /** `verify`, or `report bundle`. */
  readonly path: string;
  readonly description: string;
  readonly words: readonly string[];
  readonly options: readonly Option[];
}

/** Returns the script for one shell. */
function completionScript(shell: ShellName, program: Command): string {
  const completions = listCompletions(program, '');
  return { bash, zsh, fish }[shell](completions);
}

function listCompletions(command: Command, path: string): Completion[] {
  const completion = {
    path,
    description: firstSentence(command.description()),
    words: [
      ...command.commands.map((subcommand) => subcommand.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
    options: command.options.filter(({ long }) => long !== undefined && long !== null),
  };
  const subcompletions = command.commands.flatMap((subcommand) =>
    listCompletions(subcommand, `${path} ${subcommand.name()}`.trim()),
  );
  return [completion, ...subcompletions];
}

function firstSentence(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[.;].*$/, '');
}

function longName({ long }: Option): string {
  return long ?? '';
}

/** Bash: completes after the longest command typed so far, or with the choices of the last option. */
function bash(completions: readonly Completion[]): string {
  const cases = completions.map(({ path, words, options }) => {
    const candidates = [...words, ...options.map(longName), '--help'].join(' ');
    return `    '${path}') words='${candidates}' ;;`;
  });
  const commands = completions.flatMap(({ path, words }) =>
    words.map((word) => `${path} ${word}`.trim()),
  );
  return `# bookdist completion for bash
_bookdist() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' next word words=''
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    next="\${path:+$path }$word"
    case "|${commands.join('|')}|" in *"|$next|"*) path="$next" ;; esac
  done
  case "$path $previous" in
${renderChoiceCases(completions)}
  esac
  [ -n "$words" ] || case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _bookdist bookdist
`;
}

function renderChoiceCases(completions: readonly Completion[]): string {
  return completions
    .flatMap(({ path, options }) =>
      options.flatMap((option) =>
        option.argChoices === undefined
          ? []
          : [`    '${path} ${longName(option)}') words='${option.argChoices.join(' ')}' ;;`],
      ),
    )
    .join('\n');
}

/** Zsh runs the bash script through its own bashcompinit. */
function zsh(completions: readonly Completion[]): string {
  return `#compdef bookdist
autoload -U +X bashcompinit && bashcompinit
${bash(completions)}`;
}

function fish(completions: readonly Completion[]): string {
  const lines = completions.flatMap(({ path, words, options }) => {
    const commandNames = path === '' ? [] : path.split(' ');
    const conditions = commandNames.map((step) => `__fish_seen_subcommand_from ${step}`);
    const condition = path === '' ? '__fish_use_subcommand' : conditions.join('; and ');
    const wordLines = words.map((word) => {
      const description =
        completions.find((completion) => completion.path === `${path} ${word}`.trim())
          ?.description ?? '';
      return `complete -c bookdist -f -n '${condition}' -a ${word} -d ${quote(description)}`;
    });
    return [...wordLines, ...options.map((option) => renderFishOption(option, condition))];
  });
  return `# bookdist completion for fish\n${lines.join('\n')}\n`;
}

function renderFishOption(option: Option, condition: string): string {
  const requiresValue = option.required || option.optional ? ' -r' : '';
  const choices =
    option.argChoices === undefined ? '' : ` -f -a ${quote(option.argChoices.join(' '))}`;
  const description = firstSentence(option.description);
  return `complete -c bookdist -n '${condition}' -l ${longName(option).slice(2)}${requiresValue}${choices} -d ${quote(description)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
