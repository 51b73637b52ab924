/** Tests the completion scripts in the shells themselves; zsh and fish only if they are installed. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../scenes/run-command-line.ts';

function runIn(shell: string, ...args: readonly string[]) {
  return spawnSync(shell, [...args], { encoding: 'utf8' });
}

function isInstalled(shell: string): boolean {
  return runIn(shell, '-c', 'true').status === 0;
}

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await runCommandLine(['completion', shell]);
  expect(code).toBe(0);
  return out;
}

/** Returns what bash offers for the last word of a line. */
async function offeredByBash(...words: readonly string[]): Promise<string[]> {
  const typed = words.map((word) => `'${word}'`).join(' ');
  const program = `${await scriptFor('bash')}
COMP_WORDS=(bookdist ${typed}); COMP_CWORD=${words.length}; _bookdist; printf '%s\\n' "\${COMPREPLY[@]}"`;
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
  ])('completes %j with %j', async (words, offered) => {
    expect(await offeredByBash(...words)).toEqual(offered);
  });
});

it.skipIf(!isInstalled('fish'))('completes commands, options and choices in fish', async () => {
  const script = await scriptFor('fish');
  const offered = (line: string): string => {
    const program = `${script}\ncomplete -C '${line}'`;
    return runIn('fish', '--no-config', '-c', program).stdout;
  };
  expect(offered('bookdist ver')).toMatch(/^verify\t/);
  expect(offered('bookdist verify --dep')).toMatch(/^--depth\t/);
  expect(offered('bookdist verify --depth ')).toMatch(/^deep\t.*\nquick\t/);
});

it.skipIf(!isInstalled('zsh'))('completes the words after a command in zsh', async () => {
  // bashcompinit calls the function like this, and zsh itself drops what does not fit.
  const program = `autoload -Uz compinit; compinit -u -D
${await scriptFor('zsh')}
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
