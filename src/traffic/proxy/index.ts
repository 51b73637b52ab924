/** A proxy that passes calls on unchanged and hands out copies of them. */
export { decodeBody } from './captured-body.ts';
export {
  createPassThrough,
  type PassedCall,
  type PassListener,
  type PassThroughOptions,
} from './pass-through.ts';
