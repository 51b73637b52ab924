/** Recordings of traffic: read from files or taken from a fetch, in the form the monitor takes. */
export { exchangeRecord, serviceAddress } from './exchange-record.ts';
export { inSendingOrder, mergeBySentAt } from './in-sending-order.ts';
export {
  type AccountLabels,
  createAccountLabels,
  destinationOf,
  inAnswerOrder,
  observe,
} from './observed.ts';
export { startUploadDescription, type UploadedBytes } from './uploaded-bytes.ts';
export { maskSecrets } from './mask-secrets.ts';
export { createNotes, NotARecording, type RecordingNotes } from './read-recording.ts';
export type { RecordedExchange, RecordedRequest } from './recorded-exchange.ts';
export {
  type CallListener,
  createRecordingFetch,
  isNeverSent,
  recordRequest,
  recordResponse,
} from './recording-fetch.ts';
