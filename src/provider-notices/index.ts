export {
  findNotice,
  listNotices,
  purgeNotices,
  retryNotice,
  settleNotice,
  type NoticeRecord,
} from './repository.ts';
export { createNoticeRoutes } from './routes.ts';
export { createStatementPoller } from './statements/poller.ts';
export { watchProviders } from './status/metrics.ts';
export { listOpenWork } from './status/repository.ts';
export { createTakeIn } from './take-in.ts';
export { createNoticeWorker } from './worker.ts';
