/** Faults of responses: statuses, bodies of refusals, keys, and the two extremes. */
import { emptyAnswer } from '../sandbox/present/index.ts';
import {
  nameFaults,
  allAreas,
  createUnjustifiedRefusal,
  changeRefusalsOf,
  rewriteRefusalBodies,
} from './fault.ts';
import { emptySuccesses } from './empty-successes.ts';

export const answerFaults = nameFaults({
  'content-type-answers-415': {
    breaks: ['create.content-type-400'],
    description: 'A wrong content type on create gets 415.',
    override: changeRefusalsOf('create.content-type-400', () => ({ status: 415 })),
  },
  'unknown-external-id-answers-404': {
    breaks: ['lookup.unknown-422', 'errors.documented-422'],
    mayAlsoBreak: ['lookup.unknown-names-parameter'],
    description: 'A lookup that finds nothing gets 404.',
    override: changeRefusalsOf('lookup.unknown-422', () => ({ status: 404, subject: 'absent' })),
  },
  'unknown-external-id-misnamed': {
    breaks: ['lookup.unknown-names-parameter'],
    mayAlsoBreak: ['problem.param-names'],
    description: 'A lookup that finds nothing names the wrong parameter.',
    override: changeRefusalsOf('lookup.unknown-422', ({ invalidParams }) => ({
      invalidParams: invalidParams.map((param) => ({ ...param, name: 'externalId' })),
    })),
  },
  'unknown-book-answers-422': {
    breaks: ['read.unknown-404'],
    description: 'Reading a book that does not exist gets 422.',
    override: changeRefusalsOf('read.unknown-404', () => ({ status: 422 })),
  },
  'any-key-works': {
    breaks: ['auth.invalid-key', 'auth.no-effect'],
    description: 'Any key is accepted.',
    override: ({ findAccount }) => ({
      findAccount: (key) => findAccount(key) ?? findAccount('sandbox-key'),
    }),
  },
  'longer-key-accepted': {
    breaks: ['auth.invalid-key', 'auth.no-effect'],
    description: 'A key is accepted if it begins with a right one.',
    override: ({ findAccount }) => ({
      findAccount: (key) =>
        Array.from(key ?? '', (_, index) => findAccount(key?.slice(0, index + 1))).find(
          (account) => account !== undefined,
        ),
    }),
  },
  'bad-key-answers-403': {
    breaks: ['auth.invalid-key'],
    description: 'An invalid key gets 403.',
    override: changeRefusalsOf('auth.invalid-key', () => ({ status: 403 })),
  },
  'problem-status-always-400': {
    breaks: ['problem.status'],
    description: 'The status inside a Problem is always 400.',
    override: rewriteRefusalBodies((body) => ('status' in body ? { ...body, status: 400 } : body)),
  },
  'problem-without-instance': {
    breaks: ['problem.instance-path', 'problem.object'],
    description: 'A Problem has no instance.',
    override: rewriteRefusalBodies(({ instance: _left, ...body }) => body),
  },
  'missing-field-unnamed': {
    breaks: ['create.required-properties', 'create.schema-400', 'problem.param-names'],
    description: 'A create that lacks a field is refused without naming it.',
    override: changeRefusalsOf('create.schema-400', () => ({ invalidParams: [] })),
  },
  'accepts-everything': {
    breaks: ['errors.documented-422', 'create.schema-400', 'read.unknown-404', 'auth.invalid-key'],
    mayAlsoBreak: allAreas,
    description: 'Nothing is ever refused.',
    override: ({ newId }) => ({
      transport: (answer, { operation }) =>
        answer.status < 400 || operation === undefined || operation === 'putFile'
          ? answer
          : (emptySuccesses[operation]?.(newId()) ?? emptyAnswer(204)),
    }),
  },
  'refuses-everything': {
    breaks: [],
    description: 'Everything is refused, so nothing can be proven about this service.',
    override: ({ present }) => ({
      transport: (_answer, { url }) =>
        present.refused(createUnjustifiedRefusal('errors.documented-422').parts, { url }),
    }),
  },
});
