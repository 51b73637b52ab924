/** The formats of this contract's own, for openness that no other keyword of JSON Schema can express. */

/** Control characters, lone surrogates and noncharacters. The document does not say whether they are kept. */
const unusualCharacter = /[\p{Cc}\p{Cs}\p{Cn}\u2028\u2029]/u;

/** Returns whether no trimming or normalisation could affect a text, and no character is unusual. */
function isPlainText(text: string): boolean {
  return (
    text !== '' &&
    text === text.trim() &&
    !unusualCharacter.test(text) &&
    text.normalize('NFC') === text
  );
}

/** Codes that every service that sells books must accept. */
const everydayLanguages: readonly string[] =
  'en de fr es it pt nl sv da no fi pl cs ru tr el hu ja zh ko ar he uk ro bg hr'.split(' ');

function isEverydayLanguage(code: string): boolean {
  const hasSingleCase = code === code.toLowerCase() || code === code.toUpperCase();
  return hasSingleCase && everydayLanguages.includes(code.toLowerCase());
}

/**
 * `valid`: `YYYY-MM-DD` of a day that exists. `other-form`: may be a day in another form. `invalid`: not a date.
 * 30 February is not a date, so a service may not store another day for it.
 */
export type DateKind = 'valid' | 'other-form' | 'invalid';

export function classifyDate(text: string): DateKind {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return classifyPlainDate(text);
  const digits = text.match(/\d/g)?.length ?? 0;
  const mayBeRead = digits >= 4 || !Number.isNaN(Date.parse(text));
  return mayBeRead && !/-(1[3-9]|[2-9]\d)-/.test(text) ? 'other-form' : 'invalid';
}

function classifyPlainDate(text: string): DateKind {
  const time = Date.parse(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return exists ? 'valid' : 'invalid';
}

/** The formats by the names that the contract uses in `x-open`. */
export const valueFormats: Readonly<Record<string, (text: string) => boolean>> = {
  'plain-text': isPlainText,
  'everyday-language': isEverydayLanguage,
  'other-date': (text) => classifyDate(text) === 'other-form',
};
