/** A proxy that passes calls on unchanged and copies them to a listener. */
export { createPassThroughProxy, type ProxiedCall, type ProxyListener } from './pass-through.ts';
export { recordProxiedCall } from './record-proxied-call.ts';
