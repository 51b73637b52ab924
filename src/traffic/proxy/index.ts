/** A proxy that passes calls on unchanged and copies them to a listener. */
export { createPassThrough, type PassedCall, type PassListener } from './pass-through.ts';
export { recordPassedCall } from './record-passed-call.ts';
