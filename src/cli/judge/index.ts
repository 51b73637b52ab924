/** The report about judged traffic. */
export * from './traffic-report.ts';
