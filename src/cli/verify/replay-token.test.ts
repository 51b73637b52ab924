/** Tests that a token says what it was made of, and that a spoilt one is refused in plain words. */
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

it('decodes to the same value', () => {
  expect(parseReplayToken(createReplayToken(replay))).toEqual(replay);
  const about = { ...replay, about: 'list.item-title', replayPath: 'AAB:C' };
  expect(parseReplayToken(createReplayToken(about))).toEqual(about);
});

it('is one word without characters that a shell interprets', () => {
  expect(createReplayToken(replay)).toMatch(/^[\w.-]+$/);
});

it.each(['', 'x', createReplayToken(replay).slice(0, -1), createReplayToken(replay).slice(3)])(
  'rejects %j',
  (cut) => {
    expect(() => parseReplayToken(cut)).toThrow(WrongUsage);
    expect(() => parseReplayToken(cut)).toThrow('is incomplete');
  },
);
