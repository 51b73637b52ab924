/** Runs of `bookdist verify`, for other commands and for Vitest. */
export { findTarget, readVerifyArguments, runAndWrite, verifyForReport } from './verify-command.ts';
export type { VerifySettings } from './verify-settings.ts';
export { parseReplayToken } from './replay-token.ts';
export { createVerifyCommand } from './verify-options.ts';
