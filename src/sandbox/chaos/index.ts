/** Rules that disturb chosen calls. */
export { createChaos, type Chaos, type ChaosEffect, type ChaosSettings } from './chaos.ts';
