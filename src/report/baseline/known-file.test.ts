/** Tests reading and updating known-drifts.yaml. */
import { describe, expect, test } from 'vitest';
import { InvalidYaml } from '../../contract/yaml-file.ts';
import { createNewEntries } from './known-drifts.ts';
import { readKnownDrifts, appendEntries } from './known-file.ts';
import {
  requirementId,
  sampleFingerprint,
  otherFingerprint,
  createReportOfDay,
} from '../../../tests/support/report/made-up-day.ts';

describe('known-drifts.yaml', () => {
  const content = `# Ours, not theirs.
- fingerprint: '${sampleFingerprint}' # seen by Maud
  requirement: ${requirementId}
  reason: ticket 17
  since: 2026-01-01
  until: 2027-01-31
`;

  test('can be empty, and can have an unquoted fingerprint that looks like a number', () => {
    const text = content.replace(`'${sampleFingerprint}'`, otherFingerprint);
    expect(readKnownDrifts(text, 'k.yaml')).toMatchObject([{ fingerprint: otherFingerprint }]);
    expect(readKnownDrifts('# nothing yet\n', 'k.yaml')).toEqual([]);
  });

  test('keeps its text when entries are appended, and starts with them if there is no file', () => {
    const report = createReportOfDay({
      day: '2026-03-01',
      drifts: [{ fingerprint: otherFingerprint }],
      verdicts: ['drifts'],
    });
    const entries = createNewEntries(report);
    const text = appendEntries(content, entries, 'k.yaml');
    expect(text.startsWith(content.trimEnd())).toBe(true);
    expect(text).toContain('# createBook: expected 400, got 415');
    expect(readKnownDrifts(text, 'k.yaml')).toMatchObject([
      { reason: 'ticket 17' },
      { fingerprint: otherFingerprint, reason: '', since: '2026-03-01', until: '2026-05-30' },
    ]);
    expect(readKnownDrifts(appendEntries(undefined, entries, 'k.yaml'), 'k.yaml')).toHaveLength(1);
  });

  test.each([
    ['- fingerprint: [', /k\.yaml:\d+: not valid YAML/],
    ['known: {}', /a list/],
    ['- 7', /k\.yaml:1: 0 takes a map/],
    [content.replace('2027-01-31', '2027-02-30'), /k\.yaml:\d+: 0\.until takes a day/],
    [content.replace(sampleFingerprint, 'beef'), /twelve hexadecimal digits/],
    [
      content.replace(requirementId, 'create.everything'),
      /0\.requirement takes the id of a requirement/,
    ],
    [content.replace('until', 'til'), /0 lacks "until"/],
    [content.replace(/ {2}until.*\n/, ''), /0 lacks "until"/],
    [content + content, /listed twice/],
  ])('is rejected with the content %j', (text, message) => {
    expect(() => readKnownDrifts(text, 'k.yaml')).toThrow(InvalidYaml);
    expect(() => readKnownDrifts(text, 'k.yaml')).toThrow(message);
  });
});
