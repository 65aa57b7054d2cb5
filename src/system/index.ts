export { createReadiness } from './ready.ts';
export { systemHandlers } from './handlers.ts';
