/** Values that every service must accept, because the document leaves nothing open about them. */

/** Control characters, lone surrogates and noncharacters: whether these are kept is open. */
const unusual = /[\p{Cc}\p{Cs}\p{Cn}\u2028\u2029]/u;

/** A text without anything that limits or trimming could touch. */
export function isOrdinaryText(text: string, longest: number): boolean {
  return (
    text.trim() !== '' &&
    text === text.trim() &&
    text.length <= longest &&
    !unusual.test(text) &&
    text.normalize('NFC') === text
  );
}

/** Codes that every service that sells books must accept. */
const everydayLanguages = new Set(
  'en de fr es it pt nl sv da no fi pl cs ru tr el hu ja zh ko ar he uk ro bg hr'.split(' '),
);

export function isEverydayLanguage(code: string): boolean {
  const oneCase = code === code.toLowerCase() || code === code.toUpperCase();
  return oneCase && everydayLanguages.has(code.toLowerCase());
}
