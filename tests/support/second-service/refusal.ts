/** The service's refusals: an error to throw, and its conversion to a response with a Problem object or a short message. */
import type { ServiceResponse } from './messages.ts';
import type { ServiceState } from './state.ts';

/** One mistake in a request: the name of the field, the reason, and the status to refuse it with. */
export interface FieldError {
  readonly name: string;
  readonly reason: string;
  readonly status: 400 | 422;
}

/** Thrown to refuse a request; `startSecondService` turns it into a response. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly bodyFormat: 'problem' | 'message';

  constructor(
    status: number,
    reason: string,
    options: Partial<Pick<Refusal, 'errors' | 'bodyFormat'>> = {},
  ) {
    super(reason);
    this.status = status;
    this.errors = options.errors ?? [];
    this.bodyFormat = options.bodyFormat ?? 'problem';
  }
}

/** Returns the 404 for a resource that does not exist. */
export function notFound(resource: string): Refusal {
  return new Refusal(404, `no such ${resource}`, { bodyFormat: 'message' });
}

/** Throws a refusal if there are errors. If any of them has status 400, it names only those. */
export function throwIfErrors(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const status = errors.some((error) => error.status === 400) ? 400 : 422;
  const reportedErrors = errors.filter((error) => error.status === status);
  const reasons = reportedErrors.map(({ name, reason }) => `${name} ${reason}`);
  throw new Refusal(status, reasons.join('; '), { errors: reportedErrors });
}

// The wording differs from the sandbox's on purpose: the suite must not depend on it.
const titles: Readonly<Record<number, string>> = {
  400: 'That request is not well formed',
  409: 'Not while things stand as they do',
  422: 'Understood, but not acceptable',
};

/** Returns the response for a refusal, in the format of the service's character. */
export function createRefusalResponse(
  state: ServiceState,
  refusal: Refusal,
  path: string,
): ServiceResponse {
  const { problems, verbose } = state.character;
  const { status, message, bodyFormat } = refusal;
  if (bodyFormat === 'message') {
    return { status, json: verbose ? { code: `E${status}`, message } : { message } };
  }
  const namesFields = status === 400 || problems.namesFieldsIn422 || namesExternalId(refusal);
  const invalidParams = namesFields
    ? refusal.errors.map(({ name, reason }) => ({ reason, name }))
    : [];
  return {
    status,
    mediaType: problems.mediaType,
    json: {
      invalidParams,
      instance: path,
      detail: message,
      status,
      title: titles[status] ?? 'Refused',
      ...(problems.type === undefined ? {} : { type: problems.type }),
      ...(verbose ? { traceId: 'c0ffee' } : {}),
    },
  };
}

/** Returns true if a refusal names the parameter of a lookup, which the document requires even in a 422. */
function namesExternalId({ errors }: Refusal): boolean {
  return errors.some(({ name }) => name === 'bookExternalId');
}
