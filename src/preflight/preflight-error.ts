/** The error for a call that the pre-flight rejects. */
import {
  DistributionError,
  type PreflightError as AnyPreflightError,
  type PreflightIssue,
} from '../client/errors/index.ts';

/** A pre-flight found errors, and nothing was sent. Rules can be switched off by name. */
export class PreflightError extends DistributionError implements AnyPreflightError {
  declare readonly type: 'preflight';
  /** Every issue that was found, warnings included, errors first. */
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

// Set on the prototype, so that stack traces show it and minifiers keep it.
PreflightError.prototype.name = 'PreflightError';
