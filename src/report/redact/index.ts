/** Keeps secrets out of everything that is written. */
export { redactor, type Redactor, signedAddress } from './redact.ts';
