/** Tests which changes make a contract wider, and that the readings of silences only narrow the contract. */
import { describe, expect, test } from 'vitest';
import { getActions, readNarrowings } from './narrowings.ts';
import { findWidenings } from './widenings.ts';
import { applyOverlay, type Action } from './overlay.ts';
import { isSilence, listReadings } from './requirements.ts';
import { readContract } from './spec.ts';

const { document } = readContract();
const book = '$.components.schemas.BookAttributes';

function widenContract(...actions: Action[]): string[] {
  return findWidenings(document, applyOverlay(document, actions));
}

describe('a contract is wider if', () => {
  const wideningActions: readonly (readonly [string, Action])[] = [
    [
      'a property may have another type',
      { target: `${book}.properties.title`, update: { type: 'number' } },
    ],
    ['an entry is no longer required', { target: `${book}.required[0]`, remove: true }],
    [
      'an enum has another value',
      { target: `${book}.properties.format`, update: { enum: ['vinyl'] } },
    ],
    ['a pattern changes', { target: '$.components.schemas.Deadline', update: { pattern: '' } }],
    [
      'a limit is removed',
      { target: '$.components.schemas.Chapter.properties.sequence.minimum', remove: true },
    ],
    [
      'a limit is lower',
      { target: '$.components.schemas.Chapter.properties.sequence', update: { minimum: 0 } },
    ],
    ['a property is removed', { target: `${book}.properties.title`, remove: true }],
    ['a condition is removed', { target: `${book}.else`, remove: true }],
    [
      'a reference leads to another schema',
      {
        target: `${book}.properties.contributor.items`,
        update: { $ref: '#/components/schemas/Price' },
      },
    ],
    [
      'an alternative is added',
      {
        target: "$.paths['/books'].post.responses['201'].content['application/json'].schema",
        update: { anyOf: [{ type: 'string' }] },
      },
    ],
    [
      'a documented status is removed',
      { target: "$.paths['/books'].post.responses['400']", remove: true },
    ],
    [
      'the last media type is removed',
      { target: "$.paths['/books'].post.responses['201'].content.*", remove: true },
    ],
    [
      'a body is no longer required',
      { target: "$.paths['/books'].post.requestBody", update: { required: false } },
    ],
    ['an operation is removed', { target: "$.paths['/books'].post", remove: true }],
    ['no key is required', { target: '$.security[0]', remove: true }],
  ];
  test.each(wideningActions)('%s', (_, action) => {
    expect(widenContract(action)).not.toEqual([]);
  });
});

test('changes of descriptions and examples do not make a contract wider', () => {
  expect(
    widenContract({ target: `${book}.properties.title`, update: { description: 'Its name.' } }),
  ).toEqual([]);
  expect(
    widenContract({
      target: "$.paths['/books'].post.responses['201'].content.*.examples",
      remove: true,
    }),
  ).toEqual([]);
});

const narrowings = [...readNarrowings()].flatMap(([silence, readings]) =>
  [...readings.keys()].map((reading) => [silence, reading] as const),
);

describe.each(narrowings)('%s=%s', (silence, reading) => {
  test('is a reading of a silence', () => {
    expect(isSilence(silence) ? listReadings(silence) : []).toContain(reading);
  });

  test('changes the contract with each action, and only narrows it', () => {
    const actions = getActions(silence, reading);
    for (const [index, action] of actions.entries()) {
      const before = applyOverlay(document, actions.slice(0, index));
      expect(applyOverlay(before, [action]), action.target).not.toEqual(before);
    }
    expect(widenContract(...actions)).toEqual([]);
  });
});

test('an unknown reading, and a reading of a requirement, have no actions', () => {
  expect(getActions('create.response', 'a-third-shape')).toEqual([]);
  expect(getActions('create.answers-201', 'reference')).toEqual([]);
});
