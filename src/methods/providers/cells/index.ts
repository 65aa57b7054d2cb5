export { cellRail, createCellRail } from './cell-rail.ts';
export { type WrittenReport, writeReport } from './report.ts';
export { createTellCell, type TellCell } from './tell.ts';
