/** Texts and language codes that every service must accept. */

/** Control characters, lone surrogates and noncharacters. The document does not say whether they are kept. */
const unusualCharacter = /[\p{Cc}\p{Cs}\p{Cn}\u2028\u2029]/u;

/** Returns whether no limit, trimming or normalisation could affect a text. */
export function isOrdinaryText(text: string, maxLength: number): boolean {
  return (
    text.trim() !== '' &&
    text === text.trim() &&
    text.length <= maxLength &&
    !unusualCharacter.test(text) &&
    text.normalize('NFC') === text
  );
}

/** Codes that every service that sells books must accept. */
const everydayLanguages = new Set(
  'en de fr es it pt nl sv da no fi pl cs ru tr el hu ja zh ko ar he uk ro bg hr'.split(' '),
);

export function isEverydayLanguage(code: string): boolean {
  const hasSingleCase = code === code.toLowerCase() || code === code.toUpperCase();
  return hasSingleCase && everydayLanguages.has(code.toLowerCase());
}
