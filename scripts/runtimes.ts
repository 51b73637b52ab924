/** Runs the packed client in every runtime it is for; those that are not on the machine come from npm. */
import { doTheSame, runtimes } from './runtimes/runtimes.ts';

const [only = ''] = process.argv.slice(2);
await doTheSame(runtimes.filter(({ name }) => name.includes(only)));
