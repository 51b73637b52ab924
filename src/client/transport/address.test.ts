/** Tests how a base address is completed. */
import { describe, expect, it } from 'vitest';
import { completeAddress } from './service.ts';

describe('completeAddress', () => {
  it.each([
    ['https://host.example', 'https://host.example/v2/distribution'],
    ['https://host.example/', 'https://host.example/v2/distribution'],
    ['https://host.example/v2/distribution', 'https://host.example/v2/distribution'],
    ['https://host.example/v2/distribution/', 'https://host.example/v2/distribution'],
    ['HTTPS://Host.Example:443/v2/distribution//', 'https://host.example/v2/distribution'],
    ['http://127.0.0.1:4020', 'http://127.0.0.1:4020/v2/distribution'],
    ['http://host.example/gateway/', 'http://host.example/gateway/v2/distribution'],
    ['http://host.example/v2', 'http://host.example/v2/v2/distribution'],
  ])('completes %s to %s', (baseUrl, address) => {
    expect(completeAddress(baseUrl)).toBe(address);
  });

  it.each([
    'host.example',
    '',
    'ftp://host.example',
    'https://host.example?x=1',
    'https://host.example#top',
    'https://name:secret-word@host.example',
  ])('refuses %s, without a password in the message', (baseUrl) => {
    expect(() => completeAddress(baseUrl)).toThrow(TypeError);
    expect(() => completeAddress(baseUrl)).not.toThrow(/secret-word/);
  });
});
