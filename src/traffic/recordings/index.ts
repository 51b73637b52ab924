/** Reads recordings of traffic from files or records a fetch, and creates exchanges from them. */
export { ClocksDiffer } from './find-gaps.ts';
export { createDestinations, replaceUploadUrls } from './destinations.ts';
export { readInSendingOrder, mergeBySentAt } from './in-sending-order.ts';
export * from './create-exchange.ts';
export { readInResponseOrder } from './in-response-order.ts';
export { maskSecrets } from './mask-secrets.ts';
export * from './recording-fetch.ts';
export { NotARecording } from './read-pieces.ts';
export { createNotes, type RecordingNotes } from './read-recording.ts';
export type { RecordedExchange, RecordedRequest, RecordedResponse } from './recorded-exchange.ts';
