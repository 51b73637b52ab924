/** Keeps secrets out of everything that is written. */
export { redactor, type Redactor } from './redact.ts';
