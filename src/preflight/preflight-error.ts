/** The error for a call in which a pre-flight found errors. */
import {
  DistributionError,
  type PreflightError as AnyPreflightError,
  type PreflightIssue,
} from '../client/errors/index.ts';

/** A pre-flight found errors, so nothing was sent. */
export class PreflightError extends DistributionError implements AnyPreflightError {
  declare readonly type: 'preflight';
  /** All issues, first the errors and then the warnings. */
  readonly issues: readonly PreflightIssue[];

  constructor(issues: readonly PreflightIssue[]) {
    const errors = issues.filter(({ severity }) => severity === 'error');
    const lines = errors.map(
      ({ pointer, received, statement, requirement }) =>
        `${pointer}: ${received}. ${statement} (${requirement})`,
    );
    const requirement = errors[0]?.requirement;
    super('preflight', ['Nothing was sent.', ...lines].join(' '), { requirement });
    this.issues = [...errors, ...issues.filter(({ severity }) => severity === 'warning')];
  }
}

// Set on the prototype, because stack traces read it there and minifiers do not change it.
PreflightError.prototype.name = 'PreflightError';
