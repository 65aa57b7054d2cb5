import type { Pages } from '../request/area.ts';
import { removeOwnChat, resumeOwnChat, saveChat, showChat, testChat } from './chat.tsx';
import { saveOwnPreferences, showPreferences } from './preferences.tsx';

/** What members are told of an account, and its chat; their pages are reached from “My access” and the settings. */
export const NOTIFICATION_PAGES: readonly Pages[] = [
  showPreferences,
  saveOwnPreferences.route,
  showChat,
  saveChat.route,
  removeOwnChat.route,
  resumeOwnChat.route,
  testChat.route,
];
