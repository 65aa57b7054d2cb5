export { createApi, type Api } from './app.ts';
export { createDemoAccount, createSandboxAccount } from './demo.ts';
export { openFoundation, type Foundation } from './foundation.ts';
export { createWorkers, type Workers } from './workers.ts';
