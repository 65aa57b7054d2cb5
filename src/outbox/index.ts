export { createMailer } from './mailer.ts';
export { MAX_ATTACHMENT_BYTES, recordMessage } from './record.ts';
export { createOutboxWorker } from './worker.ts';
