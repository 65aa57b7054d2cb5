export {
  findNotice,
  listNotices,
  purgeNotices,
  retryNotice,
  settleNotice,
  type NoticeRecord,
  listOpenWork,
} from './repository.ts';
export { createNoticeRoutes } from './routes.ts';
export { createStatementPoller } from './statement-poller.ts';
export { watchProviders } from './metrics.ts';
export { createIntake } from './intake.ts';
export { createTakeIn, type TakeIn } from './take-in.ts';
export { createNoticeWorker } from './worker.ts';
