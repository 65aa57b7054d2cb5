import type { Pages } from '../request/area.ts';
import { removeOwnChat, resumeOwnChat, saveChat, showChat, testChat } from './chat.tsx';
import { saveOwnPreferences, showPreferences } from './preferences.tsx';

/** The notifications of members and the chat of an account. Their pages are reached from “My access” and the settings. */
export const NOTIFICATION_PAGES: readonly Pages[] = [
  showPreferences,
  saveOwnPreferences.route,
  showChat,
  saveChat.route,
  removeOwnChat.route,
  resumeOwnChat.route,
  testChat.route,
];
