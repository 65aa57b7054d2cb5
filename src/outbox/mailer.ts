import type { Transporter } from 'nodemailer';

interface Mail {
  /** The same for each attempt, so that mail systems can recognize duplicates. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Where its reader stops others like it, with one click of a mail program (RFC 8058), or null. */
  unsubscribeUrl: string | null;
  attachment?: { name: string; bytes: Buffer };
}

export interface Mailer {
  /** Resolves once the mail server has accepted the message; throws MailNotSent otherwise. */
  send(mail: Mail): Promise<void>;
}

interface MailSettings {
  /** smtp://user:password@host:port, or smtps:// */
  url: string;
  /** The sender's address. */
  from: string;
}

/** The message is a code that contains nothing of the mail or of the mail server's credentials. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

const STEP_TIMEOUT_MS = 10_000;

export function createMailer({ url, from }: MailSettings): Mailer {
  let transport: Promise<Transporter> | undefined;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ id, to, subject, text, unsubscribeUrl, attachment }) {
      try {
        // As an object, so that the address is never parsed as a list of addresses.
        const recipient = { name: '', address: to };
        const opened = await (transport ??= openTransport(url));
        const attachments = attachment ? [{ filename: attachment.name, content: attachment.bytes }] : [];
        const messageId = `<${id}@${domain}>`;
        const headers = unsubscribeUrl === null ? {} : oneClickHeaders(unsubscribeUrl);
        await opened.sendMail({ messageId, from, to: recipient, subject, text, headers, attachments });
      } catch (error) {
        throw new MailNotSent(codeOf(error as { code?: string; responseCode?: number }));
      }
    },
  };
}

function oneClickHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The library is large, and most processes never send a message, so it is loaded with the first one. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function codeOf({ code = 'unknown', responseCode }: { code?: string; responseCode?: number }): string {
  return responseCode === undefined ? code : `${code} ${responseCode}`;
}
