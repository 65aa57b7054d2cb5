export { startService } from './serve.ts';
export type { Greeting, Service } from './startup-report.ts';
export type { Report } from './worker-process.ts';
export { startPrimary } from './primary.ts';
