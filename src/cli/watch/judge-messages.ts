/** The messages between the proxy of `bookdist watch` and the process that judges. */
import type { PassedCall } from '../../traffic/proxy/index.ts';
import type { RecordedRequest } from '../../traffic/recordings/index.ts';
import type { WatchSettings } from './watch-settings.ts';

export type JudgeMessage =
  | { readonly type: 'settings'; readonly settings: WatchSettings }
  | { readonly type: 'start'; readonly id: number; readonly request: RecordedRequest }
  | { readonly type: 'end'; readonly id: number; readonly call: PassedCall }
  /** Calls that were passed on while the judge was too far behind to take them. */
  | { readonly type: 'skipped'; readonly calls: number }
  /** Write the report now, and continue. */
  | { readonly type: 'report' }
  /** Write the report and end. */
  | { readonly type: 'finish' };

/** Only the proxy sends to the judge, and only lists of messages. */
export function areJudgeMessages(sent: unknown): sent is readonly JudgeMessage[] {
  return Array.isArray(sent);
}
