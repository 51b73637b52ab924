/** Tests how `--plain` and `--quiet` change the terminals of the shell. */
import { expect, it } from 'vitest';
import type { Shell } from './shell/shell.ts';
import { applyVerbosity } from './options.ts';

const terminal = { isTerminal: true, width: 80, colour: true };
const shell: Shell = {
  out: () => undefined,
  err: () => undefined,
  outTerminal: terminal,
  errTerminal: terminal,
  environment: { url: undefined, key: undefined, noColour: false, debug: false },
  onInterrupt: () => () => undefined,
  onEnter: () => () => undefined,
  exitWith: () => undefined,
};

it('does not change the shell without options', () => {
  expect(applyVerbosity(shell, {})).toMatchObject({ outTerminal: terminal, errTerminal: terminal });
});

it('disables colour and the live line with --plain', () => {
  const { outTerminal, errTerminal } = applyVerbosity(shell, { plain: true });
  expect([outTerminal.colour, errTerminal.isTerminal]).toEqual([false, false]);
});

it('marks the output as quiet, without a live line, with --quiet', () => {
  const { outTerminal, errTerminal } = applyVerbosity(shell, { quiet: true });
  expect([outTerminal.quiet, outTerminal.colour, errTerminal.isTerminal]).toEqual([
    true,
    true,
    false,
  ]);
});
