/** One function for each operation of the interface. */
export { operations } from './operations.ts';
export { admitUpload } from './put-file.ts';
