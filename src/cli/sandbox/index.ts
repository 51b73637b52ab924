/** What other commands use of the sandbox's command. */
export { addSeedBooks } from './seed-books.ts';
