export { openExisting } from './frame/deployment.ts';
export { runCommand } from './program.ts';
