/** One function for each operation of the interface. */
export { operationNamed, operations } from './operations.ts';
export { admitUpload } from './put-file.ts';
