/** Concerns, which are reasons to refuse a request, and the refusals made from them. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { Readings, SettableId } from './readings.ts';

/** A reason to refuse a request, and the field that it concerns. */
export interface Concern {
  readonly requirement: string;
  readonly status: number;
  /** The field, as `invalidParams` names it; absent if the concern is not about a field. */
  readonly name?: string;
  readonly reason: string;
}

/** The subject of a refusal; it decides the form of the body. A missing resource is a book, file or path. */
export type Subject = 'key' | 'missing-resource' | 'checksum' | 'request' | 'syntax' | 'storage';

export interface RefusalParts {
  readonly status: number;
  readonly requirement: string;
  readonly subject: Subject;
  readonly detail: string;
  readonly invalidParams: readonly { readonly name: string; readonly reason: string }[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly omitParams?: boolean;
}

type Optional = 'subject' | 'invalidParams';

/** Ends a request. The HTTP layer turns it into a response. */
export class Refusal extends Error {
  readonly parts: RefusalParts;
  constructor(parts: Omit<RefusalParts, Optional> & Partial<Pick<RefusalParts, Optional>>) {
    super(parts.detail);
    this.name = 'Refusal';
    this.parts = { subject: 'request', invalidParams: [], ...parts };
  }
}

/**
 * Returns a concern based on a statement of the document, or on a reading that is not a status.
 * @param place the field, and the status if it is not 422
 */
export function createConcern(
  requirement: RequirementId,
  reason: string,
  place: { readonly name?: string; readonly status?: number } = {},
): readonly Concern[] {
  return [{ requirement, reason, status: 422, ...place }];
}

/** Returns a concern if the reading of a silence is a status, and none otherwise. */
export function applyReading(
  readings: Readings,
  silence: SettableId,
  place: { readonly name?: string; readonly reason: string },
): readonly Concern[] {
  const reading: string = readings[silence];
  const status = Number(reading);
  const isStatus = Number.isInteger(status) && status >= 400;
  return isStatus ? [{ ...place, requirement: silence, status }] : [];
}

/** Throws a refusal if there are concerns. Of these it has the lowest status, and names all with that status. */
export function refuseIfAny(concerns: readonly Concern[]): void {
  const first = [...concerns].sort((a, b) => a.status - b.status)[0];
  if (first === undefined) return;
  const sameStatus = concerns.filter(({ status }) => status === first.status);
  throw new Refusal({
    status: first.status,
    requirement: first.requirement,
    detail: sameStatus.map(({ name, reason }) => (name ? `${name}: ${reason}` : reason)).join(' '),
    invalidParams: sameStatus.flatMap(({ name, reason }) =>
      name === undefined ? [] : [{ name, reason }],
    ),
  });
}

export function createNotFound(requirement: RequirementId, detail: string, status = 404): Refusal {
  return new Refusal({ status, requirement, subject: 'missing-resource', detail });
}
