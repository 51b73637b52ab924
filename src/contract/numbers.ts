/** Types of numbers. The schema of report.json is generated from their tags. */

/**
 * A whole number.
 * @asType integer
 */
export type Integer = number;

/**
 * A whole number of at least 0.
 * @asType integer
 * @minimum 0
 */
export type Count = number;
