/** Output, interrupts, errors and the environment, for every command. */
export { collectOutput, runProgram } from './run-program.ts';
export { type Environment, programName } from './environment.ts';
export { CannotDo, getErrorMessage, readOrWrongUsage, WrongUsage } from './exits.ts';
export { listenForInterrupt } from './while-running.ts';
export { createLiveLine } from './while-running.ts';
export {
  prepareFile,
  prepareFolder,
  readOptionFile,
  writeRecord,
  writeText,
} from './output-folder.ts';
export { createProcessShell } from './shell.ts';
export { findSecretsInHeaders, findSecretsInArguments } from './secrets.ts';
export type { Shell } from './shell.ts';
export { suggest, suggestRequirement, describeUsageError } from './suggestions.ts';
