/** The raw client of a distribution: its calls are timed and repeated as those of `books` are. */
import type { SetLimits } from './call-options.ts';
import { keepText } from './kept-text.ts';
import type { Keyring } from './keyring.ts';
import { operationOf } from './operation-of.ts';
import { rawOver, type Raw } from './raw.ts';
import type { Send } from './sending.ts';
import type { Time } from './time.ts';

export interface RawMeans {
  readonly keys: Keyring;
  readonly send: Send;
  readonly limits: SetLimits;
  readonly time: Time;
}

export function timedRaw({ keys, send, limits, time }: RawMeans): Raw {
  return rawOver(keys, async (parcel, { method, signal, url }) => {
    const operation = operationOf(method, url.slice(keys.address.length).replace(/\?.*/s, ''));
    const trace = { attempts: 0, unclear: false };
    const endsAt = time.now() + limits.deadlineMs;
    return keepText(await send(operation, parcel, { ...limits, signal, trace, endsAt }));
  });
}
