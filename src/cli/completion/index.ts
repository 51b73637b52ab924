/** `bookdist completion`: prints a script that completes commands and options in a shell. */
import { Argument, Command, type Option } from 'commander';
import type { Shell } from '../shell/index.ts';

const after = `
Load it when your shell starts:
  bash  echo 'source <(bookdist completion bash)' >>~/.bashrc
  zsh   bookdist completion zsh >"\${fpath[1]}/_bookdist"
  fish  bookdist completion fish >~/.config/fish/completions/bookdist.fish

Examples
  bookdist completion bash
  bookdist completion zsh
`;

/** Makes the command. */
export function completionCommand(shell: Shell): Command {
  const command = new Command('completion')
    .description('Print a completion script for bash, zsh or fish.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shellNames))
    .addHelpText('after', after);
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
  readonly about: string;
  readonly words: readonly string[];
  readonly options: readonly Option[];
}

/** Returns the script for one shell. */
function completionScript(shell: ShellName, program: Command): string {
  const all = completionsIn(program, '');
  return { bash, zsh, fish }[shell](all);
}

function completionsIn(command: Command, path: string): Completion[] {
  const own = {
    path,
    about: firstSentence(command.description()),
    words: [
      ...command.commands.map((one) => one.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
    options: command.options.filter(({ long }) => long !== undefined && long !== null),
  };
  const below = command.commands.flatMap((one) =>
    completionsIn(one, `${path} ${one.name()}`.trim()),
  );
  return [own, ...below];
}

function firstSentence(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[.;].*$/, '');
}

function longOf({ long }: Option): string {
  return long ?? '';
}

/** Bash: the longest command typed so far decides; an option with choices offers them. */
function bash(all: readonly Completion[]): string {
  const cases = all.map(({ path, words, options }) => {
    const offered = [...words, ...options.map(longOf), '--help'].join(' ');
    return `    '${path}') words='${offered}' ;;`;
  });
  const commands = all.flatMap(({ path, words }) => words.map((word) => `${path} ${word}`.trim()));
  return `# bookdist completion for bash
_bookdist() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' next word words=''
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    next="\${path:+$path }$word"
    case "|${commands.join('|')}|" in *"|$next|"*) path="$next" ;; esac
  done
  case "$path $previous" in
${choiceCases(all)}
  esac
  [ -n "$words" ] || case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _bookdist bookdist
`;
}

function choiceCases(all: readonly Completion[]): string {
  return all
    .flatMap(({ path, options }) =>
      options.flatMap((option) =>
        option.argChoices === undefined
          ? []
          : [`    '${path} ${longOf(option)}') words='${option.argChoices.join(' ')}' ;;`],
      ),
    )
    .join('\n');
}

/** Zsh reads the script for bash through bashcompinit, which is part of it. */
function zsh(all: readonly Completion[]): string {
  return `#compdef bookdist
autoload -U +X bashcompinit && bashcompinit
${bash(all)}`;
}

function fish(all: readonly Completion[]): string {
  const lines = all.flatMap(({ path, words, options }) => {
    const steps = path === '' ? [] : path.split(' ');
    const seen = steps.map((step) => `__fish_seen_subcommand_from ${step}`);
    const here = path === '' ? '__fish_use_subcommand' : seen.join('; and ');
    const names = words.map((word) => {
      const about = all.find((one) => one.path === `${path} ${word}`.trim())?.about ?? '';
      return `complete -c bookdist -f -n '${here}' -a ${word} -d ${quoted(about)}`;
    });
    return [...names, ...options.map((option) => fishOption(option, here))];
  });
  return `# bookdist completion for fish\n${lines.join('\n')}\n`;
}

function fishOption(option: Option, here: string): string {
  const takes = option.required || option.optional ? ' -r' : '';
  const choices =
    option.argChoices === undefined ? '' : ` -f -a ${quoted(option.argChoices.join(' '))}`;
  const about = firstSentence(option.description);
  return `complete -c bookdist -n '${here}' -l ${longOf(option).slice(2)}${takes}${choices} -d ${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
