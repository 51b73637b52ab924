/** Keeps secrets out of everything that is written. */
export { isMaskable, redactor, type Redactor, signedAddress } from './redact.ts';
