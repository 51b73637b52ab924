/** Shell scripts that reproduce the drifts of a run. */
export { type ReproduceFile, reproduceFolder, writeReproduceFiles } from './write-script.ts';
