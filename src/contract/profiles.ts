/** The two forms in which the document shows responses: complete in its reference, short in its walkthroughs. */
import type { ReadingOf } from './requirements.ts';

type Shapes = 'create.response' | 'update.response' | 'upload.response';
type Profile = { readonly [Id in Shapes]: ReadingOf<Id> };

function showAll<Form extends 'reference' | 'walkthrough'>(form: Form) {
  return { 'create.response': form, 'update.response': form, 'upload.response': form };
}

/** The readings of each form for the silences about response shapes. */
export const profiles = {
  reference: showAll('reference'),
  walkthrough: showAll('walkthrough'),
} satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof profiles;

export const profileNames: readonly ProfileName[] = ['reference', 'walkthrough'];
