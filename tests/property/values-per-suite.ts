/**
 * The number of values that each of the four suites draws in a usual run, in all its properties together. Most values
 * take one or two requests. `--runs` scales the number: a deep run draws four times as many.
 */
export const valuesPerSuite = 26;
