export { bitsoRail } from './rail.ts';
