/** `bookdist mock`. */
export { mockCommand } from './mock.ts';
