/** A proxy that passes calls on unchanged and hands out copies of them. */
export { createPassThrough, type PassedCall, type PassListener } from './pass-through.ts';
export { recordPassedCall } from './record-passed-call.ts';
