/** Cases that send requests concurrently. */
export { races } from './races.check.ts';
