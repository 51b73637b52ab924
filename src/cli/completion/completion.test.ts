/** Tests the completion scripts in real shells; zsh and fish only if they are installed. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../scenes/run-command-line.ts';

function runIn(shell: string, ...args: readonly string[]) {
  return spawnSync(shell, [...args], { encoding: 'utf8' });
}

function isInstalled(shell: string): boolean {
  return runIn(shell, '-c', 'true').status === 0;
}

async function printScript(shell: string): Promise<string> {
  const { code, out } = await runCommandLine(['completion', shell]);
  expect(code).toBe(0);
  return out;
}

/** Returns bash's completions of the last word. */
async function completeInBash(...words: readonly string[]): Promise<string[]> {
  const quotedWords = words.map((word) => `'${word}'`).join(' ');
  const program = `${await printScript('bash')}
COMP_WORDS=(bookdist ${quotedWords}); COMP_CWORD=${words.length}; _bookdist; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = runIn('bash', '-c', program);
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('bash', () => {
  it.each([
    [['ver'], ['verify']],
    [['verify', '--dep'], ['--depth']],
    [
      ['verify', '--depth', ''],
      ['quick', 'usual', 'deep'],
    ],
    [['verify', 'http://127.0.0.1', '--reach', 's'], ['shape']],
    [['report', 'bu'], ['bundle']],
    [['completion', 'f'], ['fish']],
  ])('completes %j with %j', async (words, completions) => {
    expect(await completeInBash(...words)).toEqual(completions);
  });
});

it.skipIf(!isInstalled('fish'))('completes commands, options and choices in fish', async () => {
  const script = await printScript('fish');
  const completeInFish = (line: string): string => {
    const program = `${script}\ncomplete -C '${line}'`;
    return runIn('fish', '--no-config', '-c', program).stdout;
  };
  expect(completeInFish('bookdist ver')).toMatch(/^verify\t/);
  expect(completeInFish('bookdist verify --dep')).toMatch(/^--depth\t/);
  expect(completeInFish('bookdist verify --depth ')).toMatch(/^deep\t.*\nquick\t/);
});

it.skipIf(!isInstalled('zsh'))('completes the words after a command in zsh', async () => {
  // bashcompinit calls the function like this. Zsh itself drops completions that do not match the word.
  const program = `autoload -Uz compinit; compinit -u -D
${await printScript('zsh')}
offer() { emulate -L sh; setopt kshglob noshglob braceexpand
  COMP_WORDS=(bookdist "$@"); COMP_CWORD=$#; _bookdist; print -l -- "\${COMPREPLY[@]}"; }
offer verify --depth ''`;
  const { stdout, stderr } = runIn('zsh', '-f', '-c', program);
  expect([stdout.trim().split('\n'), stderr]).toEqual([['quick', 'usual', 'deep'], '']);
});

it('rejects an unknown shell', async () => {
  const { code, err } = await runCommandLine(['completion', 'csh']);
  expect(code).toBe(2);
  expect(err).toContain('bash, zsh, fish');
});
