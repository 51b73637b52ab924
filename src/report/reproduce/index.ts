/** Shell scripts that reproduce the drifts of a run. */
export { type ReproduceFile, reproduceFolder, writeReproduceFiles } from './reproduce-files.ts';
