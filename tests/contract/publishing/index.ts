/** Cases about publish, unpublish and status. */
export { observedPublish } from './observed-publish.check.ts';
export { expectNarratorMissed, publish } from './publish.check.ts';
export { statusChanges } from './status.check.ts';
export { expectWithdrawn, unpublish } from './unpublish.check.ts';
