export {
  changeReminders,
  findReminders,
  readLinkReminders,
  type ReminderSettings,
  REMINDER_HOURS,
  resumeReminders,
  type StoppedBy,
  stopByToken,
  stopReminders,
  whoStopped,
  findByToken,
} from './service.ts';
export { type LinkReminder, type ReminderKind, type ReminderOutcome } from './repository.ts';
export { createReminderWorker } from './worker.ts';
