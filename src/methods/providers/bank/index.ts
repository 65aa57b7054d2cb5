export { bankRail } from './rail.ts';
