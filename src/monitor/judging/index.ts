/** Judgements of single responses. */
export { judgeShape } from './shapes.ts';
