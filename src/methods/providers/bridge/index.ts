export { createBridge, type Bridge } from './bridge.ts';
export { checkBridge } from './check/check.ts';
export { createBridgeClient } from './client/client.ts';
export { NOTICES_PATH, noticesUrlOf, subscribe } from './check/webhooks.ts';
