/** Collects the files, scripts, proofs and commands that documents may mention. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import toolkit from '../../package.json' with { type: 'json' };
import { commandGroups } from '../../src/cli/commands.ts';
import { processShell } from '../../src/cli/shell/index.ts';
import type { Known } from './references.ts';

type Command = ReturnType<(typeof commandGroups)[string][number]>;

/** @param files the tracked files, relative to the root */
export function knownReferences(files: readonly string[]): Known {
  const shell = processShell();
  const programs = Object.values(commandGroups).flatMap((group) =>
    group.map((make) => make(shell)),
  );
  const proofs = readFileSync('scripts/prove.ts', 'utf8').matchAll(/^ {2}'?([\w-]+)'?: \{/gm);
  return {
    paths: new Set(files.flatMap(withFolders)),
    scripts: new Set(Object.keys(toolkit.scripts)),
    proofs: new Set([...proofs].map(([, name = '']) => name)),
    commands: new Map(programs.flatMap((program) => optionsOf(program, program.name()))),
  };
}

function withFolders(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [path] : [path, ...withFolders(folder)];
}

function optionsOf(command: Command, name: string): [string, ReadonlySet<string>][] {
  const own = command.options.flatMap(({ long }) => long ?? []);
  const below = command.commands.flatMap((one) => optionsOf(one, `${name} ${one.name()}`));
  return [[name, new Set(own)], ...below];
}
