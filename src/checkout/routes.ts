import { type NextFunction, Router } from 'express';
import type { Cells } from '../cells/index.ts';
import type { Database } from '../db/index.ts';
import { type DepositService, planDeposit, SCENARIOS, simulateDeposit } from '../deposits/index.ts';
import { limitByAddress, readForm, type Request, type Response } from '../http/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import type { Providers, SimulatedProvider } from '../methods/index.ts';
import { findLinkAccount, type LinkMethod, type QuoteService } from '../payment-links/index.ts';
import type { RateLimiter } from '../rate-limits/index.ts';
import {
  type Assets,
  chosenLanguage,
  languageOf,
  localeOf,
  refuseMethod,
  serveAsset,
  textOf,
} from '../pages/index.ts';
import { serveBrandStyle, serveLogo } from './brand-routes.ts';
import { redirectToOtherCell } from './other-cell.ts';
import { readCheckout, readProgress, toLinkCode, type Checkout } from './pages/checkout.ts';
import { MAX_FORM, PAYERS, RECEIPT_MAILS, RECEIPTS, requireOwnForm } from './guards.ts';
import { renderChange, renderCheckout } from './pages/document.tsx';
import { paths } from './pages/paths.ts';
import { offerMethods, readMissing } from './pages/rest.ts';
import { addressOf, createView, type ReceiptMail, type View } from './pages/view.ts';
import { mailReceipt, readAddress } from './receipt/mail.ts';
import { drawReceipt } from './receipt/pdf.ts';
import { explain, sendPage, sendPdf, sendRedirect } from './reply.ts';
import { askToStop, stop } from './stop-reminders.tsx';

interface CheckoutOptions {
  db: Database;
  quotes: QuoteService;
  deposits: DepositService;
  providers: Providers;
  /** In the test environment only, where the pages offer to simulate a payment. */
  simulator: SimulatedProvider | undefined;
  limiter: RateLimiter;
  keyring: Keyring;
  cells: Cells;
  /** Whether mail is really sent; if not, no receipts by e-mail are offered. */
  sendsMail: boolean;
  assets: Assets;
  /** The base URL of these pages. */
  baseUrl: () => string;
  logger: Logger;
}

/** The payer's pages of a payment link, and their actions. */
export function createCheckout(options: CheckoutOptions): Router {
  const { db, assets, simulator, limiter, baseUrl } = options;
  const router = Router();
  router.route('/assets/:file').get(serveAsset(assets)).all(refuseMethod('GET, HEAD'));
  router.route('/brand/:file').get(serveBrandStyle).all(refuseMethod('GET, HEAD'));

  router.use(paths.link.all, limitByAddress(limiter, PAYERS));
  router.use(paths.link.page, correctTypedCode);
  router
    .route(paths.link.logo)
    .get(serveLogo(db.read, (request) => findLinkAccount(db.read, String(request.params['code']))))
    .all(refuseMethod('GET, HEAD'));
  router
    .route(paths.link.page)
    .get(async (request, response) => {
      sendPage(request, response, 200, renderCheckout(assets, await viewFor(options, request)));
    })
    .all(refuseMethod('GET, HEAD'));
  router
    .route(paths.link.status)
    .get((request, response) => showChange(options, request, response))
    .all(refuseMethod('GET, HEAD'));
  router
    .route(paths.link.quote)
    .post(requireOwnForm(baseUrl), (request, response) => renewQuote(options, request, response))
    .all(refuseMethod('POST'));
  router
    .route(paths.link.receipt)
    .get(limitByAddress(limiter, RECEIPTS), (request, response) => showReceipt(options, request, response))
    .all(refuseMethod('GET, HEAD'));
  router
    .route(paths.link.mailReceipt)
    .post(
      requireOwnForm(baseUrl),
      limitByAddress(limiter, RECEIPT_MAILS),
      readForm(MAX_FORM),
      (request, response) => sendReceipt(options, request, response),
    )
    .all(refuseMethod('POST'));
  router
    .route(paths.link.reminders)
    .get((request, response) => askToStop(options, request, response))
    .post((request, response) => stop(options, request, response))
    .all(refuseMethod('GET, HEAD, POST'));
  if (simulator) {
    router
      .route(paths.link.simulate)
      .post(requireOwnForm(baseUrl), readForm(MAX_FORM), (request, response) =>
        simulatePayment(options, simulator, request, response),
      )
      .all(refuseMethod('POST'));
  }
  router.use(paths.link.all, () => {
    throw new DomainError('payment_link_not_found');
  });
  router.use(
    paths.link.page,
    redirectToOtherCell(options, ({ params }) => {
      const link = toLinkCode(String(params['code']));
      return link === undefined ? undefined : { link };
    }),
  );
  router.use(paths.link.all, explain(assets, options.logger));
  return router;
}

/** Redirects to the code as it is written, because codes are also typed by hand, from paper or a message. */
function correctTypedCode(request: Request, response: Response, next: NextFunction): void {
  const typed = String(request.params['code']);
  const code = toLinkCode(typed);
  if (code === undefined || code === typed) return next();
  sendRedirect(request, response, request.originalUrl.replace(typed, code), 308);
}

async function showChange(options: CheckoutOptions, request: Request, response: Response): Promise<void> {
  const view = await viewFor(options, request);
  const change = renderChange(view, textOf(request.query['seen']) ?? '');
  // 204 tells htmx to leave the page as it is.
  sendPage(request, response, change === undefined ? 204 : 200, change ?? '');
}

async function renewQuote(
  { db, quotes }: CheckoutOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const checkout = await findCheckout(db, request);
  const { accountId, method } = requireMethod(checkout, request.params['method']);
  // The next page explains why a link can no longer be paid.
  if (checkout.link.status === 'active') {
    const key = { accountId, code: checkout.link.code, method };
    // A quote that is still valid is kept, so that sending the form again does no harm.
    const needed = await quotes.prepare(key);
    const offer = needed && (await quotes.ask(needed, newId()));
    await db.transaction((trx) => quotes.apply(trx, key, offer));
  }
  showMethod(request, response, checkout, method);
}

async function showReceipt(options: CheckoutOptions, request: Request, response: Response): Promise<void> {
  const view = await viewFor(options, request);
  // The page says why there is no receipt yet.
  if (view.link.status !== 'paid') sendRedirect(request, response, addressOf(view, paths.link.page));
  else await sendPdf(request, response, `${view.link.code}.pdf`, await drawReceipt(view));
}

async function sendReceipt(options: CheckoutOptions, request: Request, response: Response): Promise<void> {
  const { db, keyring, assets, sendsMail } = options;
  const view = await viewFor(options, request);
  if (view.link.status !== 'paid' || !sendsMail) {
    sendRedirect(request, response, addressOf(view, paths.link.page));
    return;
  }
  const form = (request.body ?? {}) as Record<string, unknown>;
  const typed = textOf(form['email']) ?? '';
  const address = readAddress(typed);
  if (address === undefined) {
    const refused = { ...view, receiptMail: { state: 'invalid' as const, typed } };
    sendPage(request, response, 400, renderCheckout(assets, refused));
    return;
  }
  const outcome = await db.transaction((trx) => mailReceipt(trx, { keyring, view, address }));
  const page = addressOf(view, paths.link.page, { receipt: outcome });
  sendRedirect(request, response, `${page}#mail-receipt`);
}

async function simulatePayment(
  { db, deposits }: CheckoutOptions,
  simulator: SimulatedProvider,
  request: Request,
  response: Response,
): Promise<void> {
  const form = (request.body ?? {}) as Record<string, unknown>;
  const checkout = await findCheckout(db, request);
  const { accountId, method } = requireMethod(checkout, form['method']);
  const scenario = SCENARIOS.find((known) => known === form['scenario']) ?? 'exact';
  const payment = { accountId, code: checkout.link.code, method, scenario, amount: undefined };
  const planned = await planDeposit(db.read, simulator, payment);
  await db.transaction((trx) => simulateDeposit(trx, { deposits, simulator }, planned));
  showMethod(request, response, checkout, method);
}

function findCheckout(db: Database, request: Request): Promise<Checkout> {
  return readCheckout(db.read, String(request.params['code']));
}

async function viewFor(options: CheckoutOptions, request: Request): Promise<View> {
  const { db, providers, simulator, sendsMail, baseUrl } = options;
  const checkout = await findCheckout(db, request);
  const missing = readMissing(checkout.link, checkout.methods);
  return createView(checkout, {
    missing,
    offered: await offerMethods(providers, checkout.methods, missing),
    progress: await readProgress(providers, checkout),
    language: languageOf(request),
    locale: localeOf(request),
    baseUrl: baseUrl(),
    chosenLanguage: chosenLanguage(request),
    methodName: textOf(request.query['method']),
    simulator: simulator?.name,
    receiptMail: sendsMail ? { state: readState(request.query['receipt']) } : undefined,
  });
}

/** The state in the redirect after the form; any other value shows the form. */
function readState(text: unknown): ReceiptMail['state'] {
  return text === 'sent' || text === 'spent' ? text : 'open';
}

function requireMethod({ methods }: Checkout, name: unknown): LinkMethod {
  const method = methods.find((candidate) => candidate.method === name);
  if (!method) throw new DomainError('payment_link_method_not_found');
  return method;
}

function showMethod(request: Request, response: Response, { link }: Checkout, method: string): void {
  const page = addressOf({ link, chosenLanguage: chosenLanguage(request) }, paths.link.page, { method });
  sendRedirect(request, response, page);
}
