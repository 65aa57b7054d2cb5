export { prepareToContinue } from './after-restore.ts';
export { isArchiveFailing } from './archiver.ts';
export { backUp } from './back-up.ts';
export { readEnvironment } from './catalog.ts';
export { restore } from './restore.ts';
export { withSession } from './session.ts';
