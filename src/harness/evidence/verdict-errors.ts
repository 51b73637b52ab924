/** The three ways a case can end other than well. */
import type { StatedId } from '../../contract/requirements.ts';
import type { Difference } from './difference.ts';
import type { Exchange } from './exchange.ts';

/** The service did otherwise than the requirement says. */
export class Drift extends Error {
  override readonly name = 'Drift';
  readonly difference: Difference;
  readonly exchange: Exchange | undefined;
  /** What was sent for the one value that showed it, where many were asked about. */
  trail: readonly Exchange[] | undefined;
  /** The requirement it is blamed on, where a case speaks for several. */
  requirement: StatedId | undefined;

  constructor(difference: Difference, exchange?: Exchange) {
    super(`expected ${difference.expected}, but came ${difference.actual}`);
    this.difference = difference;
    this.exchange = exchange;
  }
}

/** The question was not reached: no consent, a refused precondition, a spent budget. */
export class Unproven extends Error {
  override readonly name: string = 'Unproven';
  readonly exchange: Exchange | undefined;

  constructor(reason: string, exchange?: Exchange) {
    super(reason);
    this.exchange = exchange;
  }
}

/** A mistake on our side: a case that asks wrongly, or asks for what a guest may not do. */
export class BrokenCase extends Error {
  override readonly name = 'BrokenCase';
}

/** No response arrived: no connection, or not in time. */
export class Unanswered extends Unproven {
  override readonly name = 'Unanswered';
}
