export { createMailer } from './mailer.ts';
export { recordMessage } from './record.ts';
export { createOutboxWorker } from './worker.ts';
