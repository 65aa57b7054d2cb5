export { createMono, type Mono } from './mono.ts';
