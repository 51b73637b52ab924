import { expect, test } from 'vitest';
import { createSandbox } from '../sandbox.ts';
import { accountsByKey } from './accounts.ts';

test('each key has an account of its own, the same one every time', () => {
  const accountOf = accountsByKey(['one', 'two']);
  expect(accountOf('one')).toEqual(accountsByKey(['one'])('one'));
  expect(accountOf('one')?.id).not.toBe(accountOf('two')?.id);
  expect([accountOf('three'), accountOf(''), accountOf('on')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('an empty or repeated key is refused at the start', async () => {
  await expect(createSandbox({ key: '' })).rejects.toThrow(/may not be empty/);
  await expect(createSandbox({ keys: ['a', 'a'] })).rejects.toThrow(/only once/);
});
