/** Summarizes what a request has to get, for the coverage of the contract. */
import { isMust, type CompleteExpectation } from './grounds/index.ts';

/** What the document says about the outcome of a request. `open` if it says nothing, or if nothing is known. */
export type Validity = 'must-be-accepted' | 'must-be-refused' | 'open';

export interface RequestValidity {
  readonly validity: Validity;
  /** True if the request must be refused, and for nothing but what it contains. */
  readonly isMalformed: boolean;
  /** True if a refusal may also have a reason about which the document says nothing. */
  readonly mayBeRefusedAnyway: boolean;
  /** The fields for which it must be refused, as far as they are known. */
  readonly invalidFields: readonly string[];
}

const open: RequestValidity = {
  validity: 'open',
  isMalformed: false,
  mayBeRefusedAnyway: true,
  invalidFields: [],
};

/** @param isStateless true if only the form of requests and responses is judged, not the state of the service */
export function getValidity(
  expectation: CompleteExpectation | undefined,
  isStateless = false,
): RequestValidity {
  if (expectation === undefined) return open;
  const { grounds } = expectation;
  const musts = grounds.filter(isMust);
  const mayBeRefusedAnyway = musts.length < grounds.length;
  if (musts.length === 0) {
    if (mayBeRefusedAnyway || isStateless) return open;
    return { ...open, validity: 'must-be-accepted', mayBeRefusedAnyway };
  }
  const isMalformed = musts.every(({ statuses }) =>
    statuses.every((status) => status === 400 || status === 422),
  );
  if (isStateless && (mayBeRefusedAnyway || !isMalformed)) return open;
  const invalidFields = musts.flatMap(({ names }) => names);
  return { validity: 'must-be-refused', isMalformed, mayBeRefusedAnyway, invalidFields };
}
