export { enterCell } from './cells/enter.ts';
export { runInProcess } from './cells/in-cell.ts';
export { openExisting } from './frame/deployment.ts';
export { runCommand } from './program.ts';
