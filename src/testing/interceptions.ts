/** The responses that a test sets for the calls to come. */
import type { OperationId } from '../contract/operations.ts';

/** The service itself. */
type Service = (request: Request) => Promise<Response>;

/** Answers in place of the service, or hands the request on to it. */
export type Respond = (request: Request, service: Service) => Response | Promise<Response>;

export interface Interceptions {
  /** Adds a response for the next call of an operation, or for several, in the order of adding. */
  readonly add: (operation: OperationId, respond: Respond, times?: number) => void;
  /** The one for the call that is made now. */
  readonly take: (operation: OperationId) => Respond | undefined;
  readonly clear: () => void;
}

export function interceptions(): Interceptions {
  let waiting: readonly Waiting[] = [];
  return {
    add: (operation, respond, times = 1) => {
      waiting = [...waiting, { operation, respond, left: times }];
    },
    take: (operation) => {
      const next = waiting.find((each) => each.operation === operation);
      waiting = waiting.flatMap((each) => {
        if (each !== next) return [each];
        return each.left > 1 ? [{ ...each, left: each.left - 1 }] : [];
      });
      return next?.respond;
    },
    clear: () => {
      waiting = [];
    },
  };
}

interface Waiting {
  readonly operation: OperationId;
  readonly respond: Respond;
  readonly left: number;
}
