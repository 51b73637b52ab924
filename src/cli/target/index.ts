/** Finds and opens the service that a command works on. */
export { statusWithoutKey } from './await-answer.ts';
export { assertNoConnectionFlags, type Connection, connectionFrom } from './connection.ts';
export { namedTarget } from './named-target.ts';
export { usualTargetsFile } from './targets-file.ts';
export { type OpenTarget, openTarget, type TargetSetting } from './open-target.ts';
export { describeDuration, isThisMachine, rateFor, targetAddress } from './target-address.ts';
