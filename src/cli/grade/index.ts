/** `bookdist grade`. */
export { gradeCommand } from './grade.ts';
