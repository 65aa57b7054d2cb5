import { findAccount, readBrand } from '../accounts/index.ts';
import type { Database } from '../db/index.ts';
import type { Request, Response } from '../http/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { findByToken, stopByToken } from '../link-reminders/index.ts';
import { type Assets, type Language, languageOf, withQuery } from '../pages/index.ts';
import { renderDocument } from './pages/document.tsx';
import { Mark } from './pages/icons.tsx';
import { sendPage } from './reply.ts';

const en = {
  title: 'Payment reminders',
  ask: (account: string): string => `Get no more payment reminders from ${account}?`,
  hint: 'It holds for the address to which this link was sent. Your payments stay as they are.',
  stop: 'Stop the reminders',
  stopped: (account: string): string => `You get no more payment reminders from ${account}.`,
  after: 'A payment link that you have received works as before, until it expires.',
};

const es: typeof en = {
  title: 'Recordatorios de pago',
  ask: (account) => `¿Dejar de recibir recordatorios de pago de ${account}?`,
  hint: 'Vale para la dirección a la que llegó este enlace. Tus pagos no cambian.',
  stop: 'Dejar de recibirlos',
  stopped: (account) => `Ya no recibirás recordatorios de pago de ${account}.`,
  after: 'Un enlace de pago que hayas recibido funciona como antes, hasta que venza.',
};

const STOP: Readonly<Record<Language, typeof en>> = { en, es };

interface Parts {
  db: Database;
  assets: Assets;
}

/** Asks whether to stop, and changes nothing, because mail scanners open the links of a message before its reader does. */
export async function askToStop({ db, assets }: Parts, request: Request, response: Response): Promise<void> {
  const accountId = await findByToken(db.read, tokenOf(request));
  await answer({ db, assets }, { request, response, accountId, isDone: false });
}

/**
 * Stops the reminders of the account to the reader's address. The token is the reader's whole authority, so that the one
 * click of a mail program works too, which sends neither cookies nor an origin (RFC 8058).
 */
export async function stop({ db, assets }: Parts, request: Request, response: Response): Promise<void> {
  const accountId = await db.transaction((trx) => stopByToken(trx, tokenOf(request)));
  await answer({ db, assets }, { request, response, accountId, isDone: true });
}

function tokenOf(request: Request): string {
  return String(request.params['token']);
}

/** Names the account and nothing of the reader. A token that no mail had looks like a link that does not exist. */
async function answer(
  { db, assets }: Parts,
  of: { request: Request; response: Response; accountId: string | undefined; isDone: boolean },
): Promise<void> {
  const { request, response, accountId, isDone } = of;
  const [account, brand] =
    accountId === undefined
      ? []
      : await Promise.all([findAccount(db.read, { id: accountId }), readBrand(db.read, accountId)]);
  if (!account || !brand) throw new DomainError('payment_link_not_found');
  const language = languageOf(request);
  const texts = STOP[language];
  const page = renderDocument({
    assets,
    language,
    title: texts.title,
    // Without the logo, which is below the address of a link that may no longer exist.
    merchant: { name: account.name, brand: { ...brand, logo: undefined }, logoHref: undefined },
    switchTo: (lang) => withQuery('', { lang }),
    children: (
      <main class="alone">
        <section class="pane outcome">
          <Mark of={isDone ? 'check' : 'alert'} mood={isDone ? 'good' : 'neutral'} />
          <h1 dir="auto">{isDone ? texts.stopped(account.name) : texts.ask(account.name)}</h1>
          <p>{isDone ? texts.after : texts.hint}</p>
          {!isDone && (
            <form method="post">
              <button type="submit">{texts.stop}</button>
            </form>
          )}
        </section>
      </main>
    ),
  });
  sendPage(request, response, 200, page);
}
