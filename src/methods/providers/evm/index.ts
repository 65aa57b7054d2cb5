export { evmRail } from './rail.ts';
