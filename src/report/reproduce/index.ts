/** Shell scripts that reproduce a drift. */
export { type ReproduceFile, reproduceFiles, reproduceFolder } from './reproduce-files.ts';
