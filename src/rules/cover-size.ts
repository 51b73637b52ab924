/**
 * Checks a cover against the recommended number of pixels for its role.
 * Requirements: `files.ebook-cover`, `files.audio-cover`.
 */

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Returns the recommendation that the cover does not follow, as a phrase; undefined if it follows all or the role is not a cover's. */
export function findMissedAdvice(role: string, { width, height }: Pixels): string | undefined {
  const minimum = { ebook_cover: [1400, 2100], audio_cover: [2400, 2400] }[role];
  const [minWidth = 0, minHeight = 0] = minimum ?? [];
  if (width < minWidth || height < minHeight) return `${minWidth} x ${minHeight} px`;
  return role === 'audio_cover' && width !== height ? 'a square' : undefined;
}
