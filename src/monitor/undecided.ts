/** Requirements the monitor does not decide from one exchange and its history, and why. */
import type { StatedId } from '../contract/requirements.ts';

export const undecided = {
  'path.prefix': 'Adapters cut the prefix off: a service elsewhere answers nothing at all.',
  'target.base-address': 'A rule for tools, not for a service.',
  'interface.eleven-operations': 'Static: a test counts the operations of the contract.',
  'upload.fresh-after-expiry': 'Needs a deadline that passes between two requests; its case waits.',
  'upload.parallel': 'Needs uploads side by side, sent on purpose; its case sends them.',
  'publish.queued': 'Queues and shops cannot be seen through this interface.',
} as const satisfies Readonly<Partial<Record<StatedId, string>>>;
