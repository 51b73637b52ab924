/** The reading of each silence, the rules that follow from the readings, and refusals. */
export * from './readings.ts';
export * from './refusal.ts';
export { type Rules, chooseRules } from './rules.ts';
