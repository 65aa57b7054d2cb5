export { createCells, misdirected, type Cells, type Lead } from './cells.ts';
export { parseCells, readCellsFile, type Cell } from './cells-file.ts';
export { environmentOf } from './environment.ts';
export { leadMovedKeys } from './moved-keys.ts';
export { formatEnvoy } from './proxies/envoy.ts';
export { formatNginx } from './proxies/nginx.ts';
