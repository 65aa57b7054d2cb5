export { monoRail } from './rail.ts';
