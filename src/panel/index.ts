export { countWaiting } from './overview/repository.ts';
export { createPanel } from './panel.ts';
export { type MonthFormat, writeMonth } from './statements/month-file.ts';
