/** Chaos rules, which disturb chosen requests. */
export {
  createChaos,
  type Chaos,
  type ChaosEffect,
  type ChaosRule,
  type ChaosSettings,
} from './chaos.ts';
