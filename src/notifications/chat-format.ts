import { withoutUnseen } from '../lib/one-line.ts';
import type { ChatService } from './chat-repository.ts';

/** A message for a chat: plain text, and the page that it leads to. */
export interface Post {
  text: string;
  /** The text of the link. */
  see: string;
  url: string;
}

/**
 * The body of a message as each service takes it. A text stands there as it is: it mentions no one, is not formatted, and
 * has no link but that to the panel, because what a link is for may have been written by anyone.
 */
export const BODIES: Readonly<Record<ChatService, (post: Post) => object>> = {
  // https://docs.slack.dev/messaging/formatting-message-text: these three characters begin all that is not plain text.
  slack: ({ text, see, url }) => ({
    text: `${withEntities(withoutLinks(text))}\n<${url}|${see}>`,
    mrkdwn: true,
    unfurl_links: false,
    unfurl_media: false,
  }),
  // A run of text in an adaptive card is never formatted, unlike a text block.
  teams: ({ text, see, url }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: withoutLinks(text)
            .split('\n')
            .map((line) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line }] })),
          actions: [{ type: 'Action.OpenUrl', title: see, url }],
        },
      },
    ],
  }),
  // It has no way to escape, so the characters that begin mentions and links are replaced.
  google_chat: ({ text, url }) => ({ text: `${withLookalikes(withoutLinks(text))}\n${url}` }),
  discord: ({ text, url }) => ({
    content: `${withBackslashes(withoutLinks(text))}\n<${url}>`,
    allowed_mentions: { parse: [] },
  }),
};

/** An address in a text would become a link to wherever its author wants. */
function withoutLinks(text: string): string {
  return withoutUnseenButLines(text)
    .replaceAll('://', ': //')
    .replace(/\bwww\./gi, 'www. ');
}

function withoutUnseenButLines(text: string): string {
  return text.split('\n').map(withoutUnseen).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A space of no width after each mark keeps Slack from formatting what stands between two. */
function withEntities(text: string): string {
  return text.replace(/[&<>]/g, (one) => ENTITIES[one] ?? one).replace(/[*_~`]/g, '$&\u200B');
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  '<': '‹',
  '>': '›',
  '@': '＠',
  '*': '∗',
  _: '＿',
  '~': '∼',
  '`': 'ˋ',
};

function withLookalikes(text: string): string {
  return text.replace(/[<>@*_~`]/g, (one) => LOOKALIKES[one] ?? one);
}

function withBackslashes(text: string): string {
  return text.replace(/[\\*_~`|<>[\]()#@:-]/g, '\\$&');
}
