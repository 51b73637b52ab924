/** Claims on the runtimes of the published client. */
import { doTheSame, runtimes } from '../runtimes/runtimes.ts';
import type { Claim } from './claim.ts';

/** Installed runtimes are tested together, because they share one installation of the client. */
export const everywhere: readonly Claim[] = [
  {
    says: 'the packed client does the same in Node, in a page of another origin and without Node',
    prove: async () => doTheSame(runtimes.filter(({ isThere }) => isThere)),
    inSample: true,
  },
  {
    says: 'the packed client does the same in Node 20 to 26, Deno, Bun and workerd',
    prove: async () => doTheSame(runtimes.filter(({ isThere }) => !isThere)),
    inSample: false,
  },
];
