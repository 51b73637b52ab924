/** Output, interrupts, errors and the environment, for every command. */
export * from './environment.ts';
export { installCommands } from './install-commands.ts';
export * from './run-program.ts';
export * from './output-folder.ts';
export { isAlive, workInFolder } from './folder-lock.ts';
export { createProcessShell, type Shell, createLiveLine, listenForInterrupt } from './shell.ts';
export { assertFormats, suggest, suggestRequirement, describeUsageError } from './suggestions.ts';
