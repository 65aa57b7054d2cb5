export { simulatorRail } from './rail.ts';
