/** Joins the reports of several shards. */
export { mergeReports } from './merge-reports.ts';
export { NotMergeable, reportIn } from './mergeable.ts';
