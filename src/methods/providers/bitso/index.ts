export { createBitso, type Bitso } from './bitso.ts';
export { checkBitso } from './check/check.ts';
export { subscribe } from './check/subscriptions.ts';
export { createBitsoClient } from './client/client.ts';
export { createCredentials } from './client/credentials.ts';
