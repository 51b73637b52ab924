/** The settings of `bookdist watch`, as the proxy and the judge both need them. */
import type { ProxiedCall } from '../../traffic/proxy/index.ts';
import type { RecordedRequest } from '../../traffic/recordings/index.ts';
import { readReportOptions, type TrafficReportOptions } from '../judge/traffic-report.ts';
import type { TrafficFlags } from '../options.ts';
import { type Environment, WrongUsage } from '../shell/index.ts';

export interface WatchFlags extends TrafficFlags {
  readonly target?: string;
  readonly port: number;
  readonly host: string;
  readonly storage?: boolean;
  readonly ca?: string;
  readonly record?: string;
}

export interface WatchSettings {
  /** The origin of the service. */
  readonly target: string;
  readonly record: string | undefined;
  readonly report: TrafficReportOptions;
}

/**
 * Reads the settings.
 * @throws WrongUsage if there is no usable target
 */
export function readWatchSettings(flags: WatchFlags, environment: Environment): WatchSettings {
  const { target, record } = flags;
  if (target === undefined || !URL.canParse(target) || !/^https?:/.test(target)) {
    const received = target === undefined ? 'nothing' : `"${target}"`;
    throw new WrongUsage(
      `--target takes the address of the service, such as https://staging.example.com; got ${received}.`,
    );
  }
  const { origin } = new URL(target);
  const report = readReportOptions(flags, environment, `bookdist watch --target ${origin}`);
  return { target: origin, record, report };
}

export type JudgeMessage =
  | { readonly type: 'settings'; readonly settings: WatchSettings }
  | { readonly type: 'start'; readonly id: number; readonly request: RecordedRequest }
  | { readonly type: 'end'; readonly id: number; readonly call: ProxiedCall }
  /** Calls that were passed on while the judge was too far behind to take them. */
  | { readonly type: 'skipped'; readonly calls: number }
  /** Write the report and end. */
  | { readonly type: 'finish' };

/** Only the proxy sends to the judge, and only lists of messages. */
export function isMessageList(message: unknown): message is readonly JudgeMessage[] {
  return Array.isArray(message);
}
