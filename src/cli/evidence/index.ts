/** Evidence that others can check: a bundle of a run, and its verdicts derived again. */
export { checkBundle, writeBundle } from './bundle.ts';
