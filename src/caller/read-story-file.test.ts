/** Tests that a story file is read, and that each mistake is named with its line. */
import { expect, it } from 'vitest';
import { readStoryFile } from './read-story-file.ts';

const story = (rest: string) => `stories:\n  - name: mine\n    says: It fails.\n${rest}`;

it('reads stories', () => {
  const text = story('    troubles:\n      - effect: { kind: delay, seconds: 2 }\n');
  expect(readStoryFile(text, 'stories.yaml')).toEqual([
    { name: 'mine', says: 'It fails.', troubles: [{ effect: { kind: 'delay', seconds: 2 } }] },
  ]);
});

const trouble = '    troubles: [{ effect: { kind: reset } }]\n';

it.each([
  ['a missing list', 'other: 1\n', /^stories\.yaml/],
  ['a story without trouble', story(''), /^stories\.yaml:2/],
  [
    'an unknown operation',
    story('    troubles: [{ on: [create] }]\n'),
    /^stories\.yaml:4.*createBook/,
  ],
  [
    'an unknown effect',
    story('    troubles: [{ effect: { kind: explode } }]\n'),
    /^stories\.yaml:4: .*kind takes one of status, /,
  ],
  [
    'an effect without its seconds',
    story('    troubles: [{ effect: { kind: delay } }]\n'),
    /^stories\.yaml:4: .*effect lacks "seconds"/,
  ],
  [
    'an unknown reading',
    story(`${trouble}    readings: { create.response: x }\n`),
    /create\.response can be/,
  ],
  [
    'a name that is taken',
    `stories:\n  - name: key-withdrawn\n    says: A.\n${trouble}`,
    /already a story/,
  ],
  ['text that is not YAML', 'stories: [', /not valid YAML/],
])('rejects %s', (_case, text, words) => {
  expect(() => readStoryFile(text, 'stories.yaml')).toThrow(words);
});
