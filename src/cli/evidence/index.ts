/** Packs the evidence of a run for others, and derives its verdicts again. */
export { checkBundle, writeBundle } from './bundle.ts';
