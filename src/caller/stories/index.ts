/** The stories that `bookdist caller` plays: trouble that the document permits, or that networks produce. */
import type { Story } from '../story.ts';
import { forms, lists, readings } from './answers.ts';
import { outages, overload, storage } from './failures.ts';
import { lostRequests, lostResponses } from './lost-calls.ts';

/** All stories. Those that take long come first, so that they do not end last. */
export const stories: readonly Story[] = [
  ...lostResponses,
  ...outages,
  ...lostRequests,
  ...overload,
  ...storage,
  ...lists,
  ...readings,
  ...forms,
];
