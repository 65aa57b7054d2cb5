export { createMono, type Mono } from './mono.ts';
export { checkMono } from './check/check.ts';
