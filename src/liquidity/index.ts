export { readFloats, type Floats } from './floats.ts';
export { createFloatWorker } from './worker.ts';
