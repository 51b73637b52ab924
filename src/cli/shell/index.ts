/** Output, interrupts, errors and the environment, for every command. */
export { type Environment, programName } from './environment.ts';
export * from './exits.ts';
export * from './output-folder.ts';
export { collectOutput, runProgram } from './run-program.ts';
export { findSecretsInHeaders, findSecretsInArguments } from './secrets.ts';
export { createProcessShell, type Shell } from './shell.ts';
export { suggest, suggestRequirement, describeUsageError } from './suggestions.ts';
export { createLiveLine, listenForInterrupt } from './while-running.ts';
