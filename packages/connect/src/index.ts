export type { ConnectErrorCode, WireClosed } from './connect-error.js';
export { ConnectError } from './connect-error.js';
export type { MessageContext, MessageListener, Noise, NoiseListener, SendOptions, Wire } from './wire.js';
export type { ChildWire, OpenChildOptions } from './child/open-child.js';
export { openChild } from './child/open-child.js';
export type { EndGrace } from './child/end-child.js';
export type { SpawnPlan, SpawnPlanInput } from './child/spawn-plan.js';
export { spawnPlan } from './child/spawn-plan.js';
