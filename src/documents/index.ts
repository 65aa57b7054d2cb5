export { FRAME, openPaper, type Paper } from './paper.ts';
export { countMorePages, drawHeadings, drawRow, type Table } from './table.ts';
export { workbookOf, type WorkbookCell, type WorkbookRow } from './workbook.ts';
export { zipOf, type ZipEntry } from './zip.ts';
