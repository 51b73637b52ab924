/** Rules that disturb chosen calls. */
export {
  createChaos,
  type Chaos,
  type ChaosEffect,
  type ChaosRule,
  type ChaosSettings,
} from './chaos.ts';
