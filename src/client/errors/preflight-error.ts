/** The error of a call that was not made, because the service would refuse it. */
import { DistributionError, setName } from './distribution-error.ts';

/** Something about a call that the service refuses or may refuse, or that the document advises against. */
export interface PreflightIssue {
  /** The name of its rule, which also switches the rule off. */
  readonly rule: string;
  /** The requirement it rests on, by its id in the ledger. */
  readonly requirement: string;
  /** The sentence of that requirement. */
  readonly statement: string;
  /** An error is what every service that follows the document refuses. A warning is anything less certain. */
  readonly severity: 'error' | 'warning';
  /** The place in what was given, as a JSON Pointer: `/isbn`, `/files/0/role`. */
  readonly pointer: string;
  /** The value found there. */
  readonly received: string;
}

/** A pre-flight found errors, and nothing was sent. Rules can be switched off by name. */
export class PreflightError extends DistributionError {
  declare readonly type: 'preflight';
  /** Every issue that was found, warnings included, errors first. */
  readonly issues: readonly PreflightIssue[];

  static {
    setName(this, 'PreflightError');
  }

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
