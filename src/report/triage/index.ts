/** Groups drifts by likely cause. */
export { type Cause, causesOf } from './causes.ts';
