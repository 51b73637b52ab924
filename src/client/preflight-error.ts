/** What a call throws that was not made, because the service would refuse it. */
import { DistributionError, named } from './errors.ts';
import type { PreflightIssue } from './preflight.ts';

/** A pre-flight found errors, and nothing was sent. Its rules can be switched off by name. */
export class PreflightError extends DistributionError {
  declare readonly kind: 'preflight';
  /** Every issue that was found, warnings included, the errors first. */
  readonly issues: readonly PreflightIssue[];

  static {
    named(this, 'PreflightError');
  }

  constructor(issues: readonly PreflightIssue[]) {
    const errors = issues.filter(({ severity }) => severity === 'error');
    const told = errors.map(
      ({ pointer, came, says, requirement }) => `${pointer}: ${came}. ${says} (${requirement})`,
    );
    super('preflight', ['Nothing was sent.', ...told].join(' '), {});
    const warnings = issues.filter(({ severity }) => severity === 'warning');
    this.issues = [...errors, ...warnings];
  }
}
