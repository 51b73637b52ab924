/** Creates the code samples of every operation in several languages. */
export { type Sample, createSamples } from './samples.ts';
