/** Code samples of every operation, in several languages. */
export { type Sample, samplesOf } from './samples.ts';
export { sampleCall } from './sample-call.ts';
