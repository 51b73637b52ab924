/** The refusals of the unusual service, and its other responses. */
import type { Chooser } from './choose.ts';
import { openPoints as open } from './open-points.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A mistake in a request. */
export interface Mistake {
  /** The field, for example `price`, 0 and `currency`. */
  readonly path: readonly (string | number)[];
  readonly status: number;
}

/** Thrown to refuse a request. */
export class Refusal extends Error {
  readonly status: number;
  readonly mistakes: readonly Mistake[];
  readonly form: 'problem' | 'message';

  constructor(
    status: number,
    mistakes: readonly Mistake[] = [],
    form: Refusal['form'] = 'problem',
  ) {
    super(`Refused with ${status}`);
    this.status = status;
    this.mistakes = mistakes;
    this.form = form;
  }
}

/** Returns the mistake in a field at the top of a body. */
export function wrong(name: string | number, status: number): Mistake {
  return { path: [name], status };
}

/** Throws if there are mistakes. */
export function refuse({ choose }: Chooser, mistakes: readonly Mistake[]): void {
  const [first] = mistakes;
  if (first === undefined) return;
  const preferred = choose(open['which of several refusals']);
  const status = mistakes.some((mistake) => mistake.status === preferred)
    ? preferred
    : first.status;
  throw new Refusal(
    status,
    mistakes.filter((mistake) => mistake.status === status),
  );
}

/** Returns the refusal of a book or file that does not exist. */
export function notFound({ choose }: Chooser, status = 404): Refusal {
  return new Refusal(status, [], choose(open['the body of a 404']));
}

export interface ServiceResponse {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly mediaType?: string;
}

/** Returns the response for a refusal. */
export function createRefusalResponse(
  { choose }: Chooser,
  { status, mistakes, form }: Refusal,
  url: URL,
): ServiceResponse {
  if (form === 'message') return { status, json: { message: `It was a ${status}.` } };
  const type = choose(open['the type of a Problem']);
  const below = url.pathname.replace('/v2/distribution', '');
  const instances = {
    prefix: url.pathname,
    below,
    query: `${url.pathname}${url.search}`,
    url: url.href,
  };
  const mediaType = choose(open['the media type of a Problem']);
  return {
    status,
    mediaType: mediaType === 'json' ? 'application/json' : 'application/problem+json',
    json: {
      ...(type !== 'absent' && { type }),
      title: 'No',
      status,
      detail: writeDetail(status, mistakes),
      instance: instances[choose(open['the instance of a Problem'])],
      invalidParams: nameFields(mistakes, { choose }, status),
      ...(choose(open['further members of a Problem']) === 'trace' && { traceId: 'c0ffee' }),
    },
  };
}

function writeDetail(status: number, mistakes: readonly Mistake[]): string {
  if (mistakes.some(({ path }) => path[0] === 'isbn')) return 'That is not a valid ISBN-13.';
  return status === 409 ? 'The book cannot be deleted in its current state.' : 'Not like this.';
}

function nameFields(
  mistakes: readonly Mistake[],
  { choose }: Pick<Chooser, 'choose'>,
  status: number,
): Json[] {
  // A lookup names its parameter in every refusal.
  const isLookup = mistakes.some(({ path }) => path[0] === 'bookExternalId');
  if (status !== 400 && !isLookup && choose(open['the fields of a 422']) === 'empty') return [];
  const named =
    choose(open['how many fields a refusal names']) === 'all' ? mistakes : mistakes.slice(0, 1);
  const form = choose(open['the name of a nested field']);
  return named.map(({ path }) => ({ name: writeName(path, form), reason: reasonFor(path) }));
}

function reasonFor([field]: Mistake['path']): string {
  return field === 'isbn' ? 'is not a valid ISBN-13' : 'is not acceptable';
}

function writeName(path: Mistake['path'], form: 'dots' | 'brackets' | 'pointer' | 'top'): string {
  const [top = '', ...rest] = path;
  // The document shows the form of names in a batch.
  if (rest.length === 0 || typeof top === 'number' || form === 'dots') return path.join('.');
  if (form === 'top') return top;
  if (form === 'pointer') return `/${path.join('/')}`;
  return `${top}${rest.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')}`;
}
