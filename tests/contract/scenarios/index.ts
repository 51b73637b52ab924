/** Generated scenarios, each of which gives evidence for many requirements; they open a run. */
export { keys } from './keys.check.ts';
export { lists } from './lists.check.ts';
export { lives } from './lives.check.ts';
export { oddities } from './oddities.check.ts';
export { publishing } from './publishing.check.ts';
export { refusals } from './refusals.check.ts';
