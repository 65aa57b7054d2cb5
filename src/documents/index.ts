export { FRAME, openPaper, type Box, type Lettering, type Paper, type PaperOptions } from './paper.ts';
export { countMorePages, drawHeadings, drawRow, type Cell, type Column, type Table } from './table.ts';
export { workbookOf, type Sheet, type WorkbookCell, type WorkbookRow } from './workbook.ts';
export { zipOf, type ZipEntry } from './zip.ts';
