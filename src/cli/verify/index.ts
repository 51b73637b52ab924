/** `bookdist verify`. */
export { verifyCommand } from './verify.ts';
