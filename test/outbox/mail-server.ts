import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  raw: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** Refuses messages from now on, or accepts them again. */
  refuse(refusing: boolean): void;
  close(): Promise<void>;
}

/** A real mail server on a free port, without TLS. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        if (refusing)
          return done(Object.assign(new Error('mailbox of ada@acme.example is full'), { responseCode: 452 }));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  if (!listener.listening) await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (now) => (refusing = now),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
