export { createReadiness } from './ready.ts';
