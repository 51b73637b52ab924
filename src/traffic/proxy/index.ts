/** A proxy that passes calls on unchanged and copies them to a listener. */
export * from './pass-through.ts';
