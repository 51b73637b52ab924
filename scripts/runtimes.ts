/** Runs the packed client in every supported runtime. Missing runtimes are installed from npm. */
import { doTheSame, runtimes } from './runtimes/runtimes.ts';

const [only = ''] = process.argv.slice(2);
await doTheSame(runtimes.filter(({ name }) => name.includes(only)));
