export { CHAT_SERVICES, createChats, type Chats, type PostOutcome, removeChat, resumeChat } from './chat.ts';
export { findShownChat, type ShownChat } from './chat-repository.ts';
export { createChatPoster } from './chat-worker.ts';
export { createDigestMailer } from './digest-worker.ts';
export { createNotifier } from './feed-worker.ts';
export { type Kind, KINDS, maySee } from './kinds.ts';
export { recordNews } from './news.ts';
export { readPreferences, savePreferences, stopNotifications } from './preferences.ts';
export { listPreferences } from './repository.ts';
