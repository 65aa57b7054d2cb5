export { createPanel } from './panel.ts';
