export { cellsRail } from './rail.ts';
