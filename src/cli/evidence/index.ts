/** Packs the evidence of a run for other people, and derives its verdicts again. */
export { checkBundle, writeBundle } from './bundle.ts';
