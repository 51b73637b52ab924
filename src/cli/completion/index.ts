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

export function completionCommand(shell: Shell): Command {
  const command = new Command('completion')
    .description('Print a completion script for bash, zsh or fish.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .addHelpText('after', helpText);
  return command.action((name: keyof typeof scripts) => {
    shell.out(scripts[name](listCompletions(command.parent ?? command, '')));
  });
}

const scripts = { bash, zsh, fish };

interface Completion {
  /** `verify`, or `report bundle`. */
  readonly path: string;
  readonly description: string;
  readonly words: readonly string[];
  readonly options: readonly Option[];
}

function listCompletions(command: Command, path: string): Completion[] {
  const { commands, options, registeredArguments } = command;
  const words = [
    ...commands.map((subcommand) => subcommand.name()),
    ...registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  ];
  return [
    { path, description: firstSentence(command.description()), words, options },
    ...commands.flatMap((subcommand) =>
      listCompletions(subcommand, `${path} ${subcommand.name()}`.trim()),
    ),
  ];
}

function firstSentence(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[.;].*$/, '');
}

function longName({ long }: Option): string {
  return long ?? '';
}

/** Bash: completes after the longest command typed so far, or with the choices of the last option. */
function bash(completions: readonly Completion[]): string {
  const cases = completions.map(
    ({ path, words, options }) =>
      `    '${path}') words='${[...words, ...options.map(longName), '--help'].join(' ')}' ;;`,
  );
  const paths = completions.flatMap(({ path, words }) =>
    words.map((word) => `${path} ${word}`.trim()),
  );
  return `# bookdist completion for bash
_bookdist() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' next word words=''
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    next="\${path:+$path }$word"
    case "|${paths.join('|')}|" in *"|$next|"*) path="$next" ;; esac
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
  const cases = completions.flatMap(({ path, options }) =>
    options
      .filter(({ argChoices }) => argChoices)
      .map(
        (option) => `    '${path} ${longName(option)}') words='${option.argChoices?.join(' ')}' ;;`,
      ),
  );
  return cases.join('\n');
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
      const subcommand = completions.find((other) => other.path === `${path} ${word}`.trim());
      const description = quote(subcommand?.description ?? '');
      return `complete -c bookdist -f -n '${condition}' -a ${word} -d ${description}`;
    });
    return [...wordLines, ...options.map((option) => renderFishOption(option, condition))];
  });
  return `# bookdist completion for fish\n${lines.join('\n')}\n`;
}

function renderFishOption(option: Option, condition: string): string {
  const { required, optional, argChoices, description } = option;
  const value = required || optional ? ' -r' : '';
  const choices = argChoices ? ` -f -a ${quote(argChoices.join(' '))}` : '';
  return `complete -c bookdist -n '${condition}' -l ${longName(option).slice(2)}${value}${choices} -d ${quote(firstSentence(description))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
