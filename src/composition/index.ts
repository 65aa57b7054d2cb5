export { createApi, createWorkers, type Api, type Workers } from './app.ts';
export { createDemoAccount, createSandboxAccount } from './demo.ts';
export { openFoundation, type Foundation } from './foundation.ts';
