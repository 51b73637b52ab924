/** Faults of responses: statuses, bodies of refusals, keys, and the two extremes. */
import { emptyAnswer } from '../sandbox/present/index.ts';
import { faultsIn, everyArea, unjustifiedRefusal, refusing, rewritingRefusals } from './fault.ts';
import { hollow } from './taken.ts';

export const answerFaults = faultsIn({
  'content-type-answers-415': {
    breaks: ['create.content-type-400'],
    says: 'A wrong content type on create gets 415.',
    override: refusing('create.content-type-400', () => ({ status: 415 })),
  },
  'unknown-external-id-answers-404': {
    breaks: ['lookup.unknown-422', 'errors.documented-422'],
    shadows: ['lookup.unknown-names-parameter'],
    says: 'A lookup that finds nothing gets 404.',
    override: refusing('lookup.unknown-422', () => ({ status: 404, subject: 'absent' })),
  },
  'unknown-external-id-misnamed': {
    breaks: ['lookup.unknown-names-parameter'],
    shadows: ['problem.param-names'],
    says: 'A lookup that finds nothing names the wrong parameter.',
    override: refusing('lookup.unknown-422', ({ invalidParams }) => ({
      invalidParams: invalidParams.map((param) => ({ ...param, name: 'externalId' })),
    })),
  },
  'unknown-book-answers-422': {
    breaks: ['read.unknown-404'],
    says: 'Reading a book that does not exist gets 422.',
    override: refusing('read.unknown-404', () => ({ status: 422 })),
  },
  'any-key-works': {
    breaks: ['auth.invalid-key', 'auth.no-effect'],
    says: 'Any key is accepted.',
    override: ({ accountOf }) => ({
      accountOf: (key) => accountOf(key) ?? accountOf('sandbox-key'),
    }),
  },
  'longer-key-accepted': {
    breaks: ['auth.invalid-key', 'auth.no-effect'],
    says: 'A key is accepted if it begins with a right one.',
    override: ({ accountOf }) => ({
      accountOf: (key) =>
        Array.from(key ?? '', (_, index) => accountOf(key?.slice(0, index + 1))).find(
          (account) => account !== undefined,
        ),
    }),
  },
  'bad-key-answers-403': {
    breaks: ['auth.invalid-key'],
    says: 'An invalid key gets 403.',
    override: refusing('auth.invalid-key', () => ({ status: 403 })),
  },
  'problem-status-always-400': {
    breaks: ['problem.status'],
    says: 'The status inside a Problem is always 400.',
    override: rewritingRefusals((body) => ('status' in body ? { ...body, status: 400 } : body)),
  },
  'problem-without-instance': {
    breaks: ['problem.instance-path', 'problem.object'],
    says: 'A Problem has no instance.',
    override: rewritingRefusals(({ instance: _left, ...body }) => body),
  },
  'missing-field-unnamed': {
    breaks: ['create.required-properties', 'create.schema-400', 'problem.param-names'],
    says: 'A create that lacks a field is refused without naming it.',
    override: refusing('create.schema-400', () => ({ invalidParams: [] })),
  },
  'accepts-everything': {
    breaks: ['errors.documented-422', 'create.schema-400', 'read.unknown-404', 'auth.invalid-key'],
    shadows: everyArea,
    says: 'Nothing is ever refused.',
    override: ({ newId }) => ({
      transport: (answer, { operation }) =>
        answer.status < 400 || operation === undefined || operation === 'putFile'
          ? answer
          : (hollow[operation]?.(newId()) ?? emptyAnswer(204)),
    }),
  },
  'refuses-everything': {
    breaks: [],
    says: 'Everything is refused, so nothing can be proven about this service.',
    override: ({ present }) => ({
      transport: (_answer, { url }) =>
        present.refused(unjustifiedRefusal('errors.documented-422').parts, { url }),
    }),
  },
});
