export { CELL_HEADER, createCells, misdirected, type Cells } from './cells.ts';
export { readCellsFile, type Cell } from './cells-file.ts';
