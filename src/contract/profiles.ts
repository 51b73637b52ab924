/** The two forms in which the document shows responses: complete in its reference, short in its walkthroughs. */
import type { ReadingOf } from './requirements.ts';

type Shapes = 'create.response' | 'update.response' | 'upload.response';
type Profile = { readonly [Id in Shapes]: ReadingOf<Id> };

/** The readings of each form for the silences about response shapes. */
export const profiles = {
  reference: {
    'create.response': 'reference',
    'update.response': 'reference',
    'upload.response': 'reference',
  },
  walkthrough: {
    'create.response': 'walkthrough',
    'update.response': 'walkthrough',
    'upload.response': 'walkthrough',
  },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof profiles;

export const profileNames: readonly ProfileName[] = ['reference', 'walkthrough'];
