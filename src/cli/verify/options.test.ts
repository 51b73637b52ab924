/** Tests which option values are accepted and which are refused. */
import { describe, expect, it } from 'vitest';
import {
  parseCount,
  parseDuration,
  parseInstant,
  parsePort,
  parsePositiveNumber,
  parseSeed,
  parseList,
  parseWholeNumber,
} from '../options/index.ts';
import { parseTargetAddress } from '../target/target-address.ts';
import { readVerifySettings } from './verify-settings.ts';

const environment = { url: undefined, key: 'a-key', noColour: false, debug: false };
/** The environment of a run on our own sandbox. */
const alone = { ...environment, key: undefined };
const flags = { reach: 'behaviour', out: 'reports' } as const;

describe('option values', () => {
  it('parses numbers', () => {
    expect([
      parseWholeNumber('0'),
      parseCount('3'),
      parsePositiveNumber('0.5'),
      parsePort('0'),
      parsePort('65535'),
    ]).toEqual([0, 3, 0.5, 0, 65_535]);
    expect([parseSeed('-2147483648'), parseSeed('2147483647')]).toEqual([
      -2_147_483_648, 2_147_483_647,
    ]);
  });

  it('parses times', () => {
    expect(['90', '90s', '1.5m', '1h', '250ms'].map(parseDuration)).toEqual([
      90_000, 90_000, 90_000, 3_600_000, 250,
    ]);
    expect(parseInstant('2026-03-01T12:00:00Z')).toBe(Date.UTC(2026, 2, 1, 12));
  });

  it('collects repeated and comma-separated values', () => {
    expect(parseList('write, delete', parseList('read'))).toEqual(['read', 'write', 'delete']);
  });

  it.each([
    ['a negative count', () => parseCount('-1')],
    ['none at all', () => parseCount('0')],
    ['a fraction instead of a whole number', () => parseWholeNumber('1.5')],
    ['words', () => parsePositiveNumber('fast')],
    ['nothing', () => parsePositiveNumber('')],
    ['a seed beyond 32 bits', () => parseSeed('2147483648')],
    ['a port there is not', () => parsePort('65536')],
    ['a time without a number', () => parseDuration('s')],
    ['no time at all', () => parseDuration('0s')],
    ['a day that is none', () => parseInstant('2026-02-31T25:00:00Z')],
    ['a time in words', () => parseInstant('tomorrow')],
  ])('rejects %s', (_name, read) => {
    expect(read).toThrow(/takes|port/);
  });
});

describe('the address of a service', () => {
  it.each([
    'https://staging.example.com',
    'https://staging.example.com/',
    'https://staging.example.com/v2/distribution',
    'https://staging.example.com/v2/distribution/',
    ' HTTPS://staging.example.com//v2/distribution//',
  ])('%s', (written) => {
    expect(parseTargetAddress(written)).toBe('https://staging.example.com/v2/distribution');
  });

  it('keeps a path and a port', () => {
    expect(parseTargetAddress('http://127.0.0.1:4020/books-api/')).toBe(
      'http://127.0.0.1:4020/books-api/v2/distribution',
    );
  });

  it.each([
    ['localhost:4020', /Did you mean http:\/\/localhost:4020\?/],
    ['staging.example.com', /Did you mean https:\/\/staging.example.com\?/],
    ['ftp://host', /http:\/\/ or https:\/\//],
    ['https://host?key=1', /query/],
    ['https://host#part', /fragment/],
    ['', /http:\/\//],
  ])('rejects %s', (written, why) => {
    expect(() => parseTargetAddress(written)).toThrow(why);
  });

  it('never prints a password', () => {
    for (const written of ['https://user:canary@host', 'user:canary@host', 'ftp://u:canary@host']) {
      expect(() => parseTargetAddress(written)).toThrow(/^(?!.*canary)/);
    }
  });
});

describe('the settings of a verification', () => {
  it('allows everything on our own sandbox, and only reading elsewhere', () => {
    expect([...readVerifySettings(undefined, flags, alone).allow]).toEqual([
      'read',
      'write',
      'publish',
      'delete',
    ]);
    expect([...readVerifySettings('http://host', flags, environment).allow]).toEqual(['read']);
  });

  it('limits the rate for other machines only', () => {
    expect(readVerifySettings('http://host', flags, environment).rate).toBe(20);
    expect(readVerifySettings(undefined, flags, alone).rate).toBeUndefined();
    expect(readVerifySettings('http://host', { ...flags, rate: 3 }, environment).rate).toBe(3);
  });

  it('reads address and key from the environment; an argument takes precedence', () => {
    const there = { ...environment, url: 'http://there' };
    expect(readVerifySettings(undefined, flags, there).target).toMatchObject({
      kind: 'service',
      address: 'http://there/v2/distribution',
      key: 'a-key',
    });
    expect(readVerifySettings('http://here', flags, there).target).toMatchObject({
      address: 'http://here/v2/distribution',
    });
  });

  it('always allows reading', () => {
    const { allow } = readVerifySettings(
      'http://host',
      { ...flags, allow: ['delete'] },
      environment,
    );
    expect([...allow]).toEqual(['read', 'delete']);
  });

  it.each([
    ['a consent there is not', { allow: ['wriite'] }, environment, /Did you mean write\?/],
    ['a fault in a service that is not ours', { fault: ['x'] }, environment, /own sandbox/],
    ['a service without a key', {}, { ...environment, key: undefined }, /DISTRIBUTION_API_KEY/],
  ])('rejects %s', (...[, more, world, why]) => {
    expect(() => readVerifySettings('http://host', { ...flags, ...more }, world)).toThrow(why);
  });
});
