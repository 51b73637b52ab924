/** `bookdist verify`. */
export { verifyCommand } from './verify.ts';
export { type VerifySettings, verifySettings } from './verify-settings.ts';
