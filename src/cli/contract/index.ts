/** `bookdist contract`. */
export { contractCommand } from './contract.ts';
