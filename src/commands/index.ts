export { enterCell } from './cells/enter.ts';
export { runInProcess } from './cells/in-cell.ts';
export { openExisting } from './deployment/deployment.ts';
export { runCommand } from './program.ts';
