/** `bookdist completion`: prints a script that completes commands and options in a shell. */
import { Argument, Command } from 'commander';
import type { Shell } from '../shell/index.ts';
import { completionScript, type ShellName, shellNames } from './scripts.ts';

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
