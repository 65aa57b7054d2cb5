export { runCommand } from './program.ts';
