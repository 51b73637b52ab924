/** Faults of refusals and of API keys, and services that accept or refuse everything. */
import {
  nameFaults,
  allAreas,
  defaultKey,
  createWrongRefusal,
  changeRefusals,
  rewriteRefusalBodies,
} from './fault.ts';
import { createSuccess } from './status-faults.ts';

export const responseFaults = nameFaults({
  'unknown-external-id-answers-404': {
    breaks: ['lookup.unknown-422', 'errors.documented-422'],
    mayAlsoBreak: ['lookup.unknown-names-parameter'],
    description: 'A lookup that finds no book is refused with 404.',
    override: changeRefusals('lookup.unknown-422', () => ({
      status: 404,
      subject: 'missing-resource',
    })),
  },
  'unknown-external-id-misnamed': {
    breaks: ['lookup.unknown-names-parameter'],
    mayAlsoBreak: ['problem.param-names'],
    description: 'The refusal of a lookup that finds no book names the wrong parameter.',
    override: changeRefusals('lookup.unknown-422', ({ invalidParams }) => ({
      invalidParams: invalidParams.map((param) => ({ ...param, name: 'externalId' })),
    })),
  },
  'unknown-book-answers-422': {
    breaks: ['read.unknown-404'],
    description: 'A read of a book that does not exist is refused with 422.',
    override: changeRefusals('read.unknown-404', () => ({ status: 422 })),
  },
  'any-key-works': {
    breaks: ['auth.invalid-key', 'auth.no-effect'],
    description: 'Any key is accepted.',
    override: ({ findAccount }) => ({
      findAccount: (key) => findAccount(key) ?? findAccount(defaultKey),
    }),
  },
  'longer-key-accepted': {
    breaks: ['auth.invalid-key', 'auth.no-effect'],
    description: 'A key is accepted if it starts with a valid one.',
    override: ({ findAccount }) => ({
      findAccount: (key) =>
        Array.from(key ?? '', (_, index) => findAccount(key?.slice(0, index + 1))).find(
          (account) => account !== undefined,
        ),
    }),
  },
  'problem-status-always-400': {
    breaks: ['problem.status'],
    description: 'The status inside a Problem is always 400.',
    override: rewriteRefusalBodies((body) => ('status' in body ? { ...body, status: 400 } : body)),
  },
  'problem-without-instance': {
    breaks: ['problem.instance-path', 'problem.object'],
    description: 'A Problem has no instance.',
    override: rewriteRefusalBodies(({ instance: _instance, ...body }) => body),
  },
  'missing-field-unnamed': {
    breaks: ['create.required-properties', 'create.schema-400', 'problem.param-names'],
    description: 'The refusal of a create that lacks a field does not name the field.',
    override: changeRefusals('create.schema-400', () => ({ invalidParams: [] })),
  },
  'accepts-everything': {
    breaks: ['errors.documented-422', 'create.schema-400', 'read.unknown-404', 'auth.invalid-key'],
    mayAlsoBreak: allAreas,
    description: 'Nothing is ever refused.',
    override: ({ contract, newId }) => ({
      transport: (response, { operation }) =>
        response.status < 400 || operation === undefined || operation === 'putFile'
          ? response
          : createSuccess(contract, operation, newId()),
    }),
  },
  'refuses-everything': {
    breaks: [],
    description: 'Every request is refused, so nothing can be proven about the service.',
    override: ({ present }) => ({
      transport: (_response, { url }) =>
        present.refusal(createWrongRefusal('errors.documented-422').parts, { url }),
    }),
  },
});
