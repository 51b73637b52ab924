/** Tests how the monitor judges the path that a Problem from storage names. */
import { describe, expect, test } from 'vitest';
import { buildExchange, judge } from './scenes/histories.ts';

describe('a Problem from storage', () => {
  const url = 'https://files.example/incoming/42?signature=abc';
  function judgeInstance(instance: string): readonly string[] {
    const body = { title: 'Used', status: 409, detail: 'Used.', instance, invalidParams: [] };
    const upload = buildExchange('PUT', url, { status: 409, body });
    return judge([{ ...upload, request: { ...upload.request, toStorage: true } }]).drifts;
  }

  test('may name the path of the upload URL, with or without its origin', () => {
    expect(judgeInstance('/incoming/42')).not.toContain('problem.instance-path');
    expect(judgeInstance('https://files.example/incoming/42')).not.toContain(
      'problem.instance-path',
    );
  });

  test('may not name another path', () => {
    expect(judgeInstance('/incoming/43')).toContain('problem.instance-path');
  });
});
