/** The error for a call in which a pre-flight found errors. */
import {
  DistributionError,
  type PreflightError as AnyPreflightError,
  type PreflightIssue,
} from '../client/errors/index.ts';

/** Returns an issue as one line. */
export function formatIssue(issue: PreflightIssue): string {
  return `${issue.pointer}: ${issue.received}. ${issue.statement} (${issue.requirement})`;
}

/** A pre-flight found errors, so nothing was sent. */
export class PreflightError extends DistributionError implements AnyPreflightError {
  declare readonly type: 'preflight';
  /** All issues, first the errors and then the warnings. */
  readonly issues: readonly PreflightIssue[];

  constructor(issues: readonly PreflightIssue[]) {
    const errors = issues.filter(({ severity }) => severity === 'error');
    const message = ['Nothing was sent.', ...errors.map(formatIssue)].join(' ');
    super('preflight', message, { requirement: errors[0]?.requirement });
    this.issues = [...new Set([...errors, ...issues])];
  }
}

// Set on the prototype, because stack traces read it there and minifiers do not change it.
PreflightError.prototype.name = 'PreflightError';
