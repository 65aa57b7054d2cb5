export { bridgeRail } from './rail.ts';
