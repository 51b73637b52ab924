/** `bookdist doctor`. */
export { doctorCommand } from './doctor.ts';
