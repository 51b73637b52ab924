/** Tests that a token decodes to the same replay, and that an incomplete token is rejected. */
import { expect, it } from 'vitest';
import { WrongUsage } from '../shell/exits.ts';
import { parseReplayToken, createReplayToken } from './replay-token.ts';

const replay = {
  requirement: 'list.walk',
  about: 'list.walk',
  sentence: '0a1b2c3d',
  seed: -7,
  runs: 25,
  path: '3:0:1',
} as const;

it('decodes to the same replay', () => {
  expect(parseReplayToken(createReplayToken(replay))).toEqual(replay);
  const fullReplay = { ...replay, about: 'list.item-title', replayPath: 'AAB:C' };
  expect(parseReplayToken(createReplayToken(fullReplay))).toEqual(fullReplay);
});

it('is one word without characters that a shell interprets', () => {
  expect(createReplayToken(replay)).toMatch(/^[\w.-]+$/);
});

it.each(['', 'x', createReplayToken(replay).slice(0, -1), createReplayToken(replay).slice(3)])(
  'rejects the incomplete token %j',
  (incompleteToken) => {
    expect(() => parseReplayToken(incompleteToken)).toThrow(WrongUsage);
    expect(() => parseReplayToken(incompleteToken)).toThrow('is incomplete');
  },
);
