/** The two bodies a refusal can have, and the error that carries one out of any depth. */
import type { Shelf } from './shelf.ts';

/** One thing that is wrong with a request. */
export interface Flaw {
  readonly name: string;
  readonly reason: string;
  readonly status: 400 | 422;
}

/** The subject's responses. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly mediaType?: string | undefined;
}

/** A request that is not granted; the outermost layer turns it into an answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly flaws: readonly Flaw[];
  readonly shape: 'problem' | 'message';

  constructor(
    status: number,
    reason: string,
    more: Partial<Pick<Refusal, 'flaws' | 'shape'>> = {},
  ) {
    super(reason);
    this.status = status;
    this.flaws = more.flaws ?? [];
    this.shape = more.shape ?? 'problem';
  }
}

/** A book or a file that is not there. */
export function absent(what: string): Refusal {
  return new Refusal(404, `no such ${what}`, { shape: 'message' });
}

/** Throws when there are flaws: those of the shape go before those of the values. */
export function demandNone(flaws: readonly Flaw[]): void {
  const shape = flaws.filter(({ status }) => status === 400);
  const reported = shape.length > 0 ? shape : flaws;
  const [first] = reported;
  if (first === undefined) return;
  throw new Refusal(
    first.status,
    reported.map(({ name, reason }) => `${name} ${reason}`).join('; '),
    {
      flaws: reported,
    },
  );
}

const titles: Readonly<Record<number, string>> = {
  400: 'That request is not well formed',
  409: 'Not while things stand as they do',
  422: 'Understood, but not acceptable',
};

/** A refusal as this subject writes it. */
export function replyTo(shelf: Shelf, refusal: Refusal, path: string): Reply {
  const { problems, talkative } = shelf.character;
  const { status, message, shape } = refusal;
  if (shape === 'message') {
    return { status, json: talkative ? { code: `E${status}`, message } : { message } };
  }
  const listed = status === 400 || problems.names422 || !namesAreOptional(refusal);
  const named = shelf.bent('names-the-first-item') ? firstItem(refusal.flaws) : refusal.flaws;
  const invalidParams = listed ? named.map(({ name, reason }) => ({ reason, name })) : [];
  return {
    status,
    mediaType: problems.mediaType,
    json: {
      invalidParams,
      instance: shelf.bent('problem-forgets-the-path') ? 'about:blank' : path,
      detail: message,
      status: shelf.bent('problem-says-500') ? 500 : status,
      title: titles[status] ?? 'Refused',
      ...(problems.type === undefined ? {} : { type: problems.type }),
      ...(talkative ? { traceId: 'c0ffee' } : {}),
    },
  };
}

function namesAreOptional({ flaws }: Refusal): boolean {
  return !flaws.some(({ name }) => name === 'bookExternalId');
}

function firstItem(flaws: readonly Flaw[]): Flaw[] {
  return flaws.map((flaw) => ({ ...flaw, name: flaw.name.replace(/^\d+\./, '0.') }));
}
