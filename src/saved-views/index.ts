export { listViews, removeView, saveView, type SavedView } from './service.ts';
