import { Router } from 'express';
import type { Cells } from '../cells/index.ts';
import type { Database } from '../db/index.ts';
import { limitByAddress, readForm, type Request, type Response } from '../http/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import { ERRORS } from '../lib/errors/table.ts';
import type { Logger } from '../lib/logger.ts';
import type { Counter, Payer, Scan, ScanService } from '../qr-codes/index.ts';
import type { RateLimiter } from '../rate-limits/index.ts';
import {
  type Assets,
  chosenLanguage,
  fillPath,
  languageOf,
  localeOf,
  refuseMethod,
  textOf,
  withQuery,
} from '../pages/index.ts';
import { serveLogo } from './brand-routes.ts';
import { redirectToOtherCell } from './other-cell.ts';
import { renderAmountForm, type CounterView } from './pages/counter.tsx';
import { renderProblem } from './pages/document.tsx';
import { paths } from './pages/paths.ts';
import { renderSheet } from './pages/sheet.tsx';
import { MAX_FORM, PAYERS, requireOwnForm } from './guards.ts';
import { recognisePayer } from './payer-cookie.ts';
import { explain, sendPage, sendRedirect } from './reply.ts';
import { readPayerAmount } from './typed-amount.ts';

interface CounterOptions {
  db: Database;
  scans: ScanService;
  limiter: RateLimiter;
  cells: Cells;
  assets: Assets;
  /** The base URL of these pages. */
  baseUrl: () => string;
  /** Shown on the pages in the test environment. */
  isTest: boolean;
  logger: Logger;
}

/**
 * The pages behind a counter code. A scan opens a payment link for this payer, after a form for an amount that is not
 * fixed.
 */
export function createCounter(options: CounterOptions): Router {
  const { db, assets, baseUrl } = options;
  const router = Router();
  router.use(paths.counter.all, limitByAddress(options.limiter, PAYERS));
  router
    .route(paths.counter.page)
    .get((request, response) => scanCode(options, request, response))
    .post(requireOwnForm(baseUrl), readForm(MAX_FORM), (request, response) =>
      takeAmount(options, request, response),
    )
    .all(refuseMethod('GET, HEAD, POST'));
  router
    .route(paths.counter.logo)
    .get(serveLogo(db.read, async (request) => (await findCounter(options, request)).account.id))
    .all(refuseMethod('GET, HEAD'));
  router
    .route(paths.counter.print)
    .get(async (request, response) => {
      const view = viewOf(options, request, await findCounter(options, request));
      sendPage(request, response, 200, renderSheet(assets, view));
    })
    .all(refuseMethod('GET, HEAD'));
  router.use(paths.counter.all, () => {
    throw new DomainError('qr_code_not_found');
  });
  router.use(
    paths.counter.page,
    redirectToOtherCell(options, ({ params }) => {
      const qr = String(params['id']);
      return isId(qr) ? { qr } : undefined;
    }),
  );
  router.use(paths.counter.all, explain(assets, options.logger));
  return router;
}

async function scanCode(options: CounterOptions, request: Request, response: Response): Promise<void> {
  const counter = await findCounter(options, request);
  if (counter.code.fixedAmount === null) {
    // Sets the cookie before the form is sent, so that a form sent twice comes from one payer.
    recognise(options, request, response);
    const view = viewOf(options, request, counter);
    sendPage(request, response, 200, renderAmountForm(options.assets, view));
    return;
  }
  // A HEAD request opens no link.
  if (request.method === 'HEAD') sendPage(request, response, 200, '');
  // Not a success status, which a browser might show again from its history.
  else if (!isVisit(request)) sendPage(request, response, 503, '');
  // A camera can only GET. Opening a link here is harmless, because a phone gets the same one again, and a network
  // only a few.
  else await pay(options, request, response, counter);
}

async function takeAmount(options: CounterOptions, request: Request, response: Response): Promise<void> {
  const form = (request.body ?? {}) as Record<string, unknown>;
  const counter = await findCounter(options, request);
  if (counter.code.fixedAmount !== null) return pay(options, request, response, counter);
  const typed = (textOf(form['amount']) ?? '').trim();
  const read = readPayerAmount(typed, counter.currency);
  if ('amount' in read) return pay(options, request, response, counter, { amount: read.amount, typed });
  const refused = { typed, why: read.why };
  const view = viewOf(options, request, counter);
  sendPage(request, response, 400, renderAmountForm(options.assets, view, refused));
}

function findCounter({ scans }: CounterOptions, request: Request): Promise<Counter> {
  return scans.find(String(request.params['id']));
}

function viewOf({ baseUrl, isTest }: CounterOptions, request: Request, counter: Counter): CounterView {
  return {
    counter,
    language: languageOf(request),
    locale: localeOf(request),
    baseUrl: baseUrl(),
    isTest,
    chosenLanguage: chosenLanguage(request),
  };
}

function recognise({ baseUrl }: CounterOptions, request: Request, response: Response): Payer {
  return {
    token: recognisePayer(request, response, baseUrl()),
    address: request.call.clientAddress,
  };
}

/** Redirects the payer to the link of this scan, or explains why there is none. */
async function pay(
  options: CounterOptions,
  request: Request,
  response: Response,
  counter: Counter,
  { amount, typed } = { amount: '', typed: '' },
): Promise<void> {
  const { scans, assets } = options;
  try {
    const scan = scans.scanOf(counter, recognise(options, request, response), amount);
    const code = (await scans.findOpenLink(scan)) ?? (await openLink(options, request, scan));
    const page = fillPath(paths.link.page, { code });
    sendRedirect(request, response, withQuery(page, { lang: chosenLanguage(request) }));
  } catch (error) {
    const refusal = explainRefusal(assets, error, viewOf(options, request, counter), typed);
    if (!refusal) throw error;
    response.set((error as DomainError).headers);
    sendPage(request, response, refusal.status, refusal.html);
  }
}

async function openLink({ db, scans }: CounterOptions, request: Request, scan: Scan): Promise<string> {
  const draft = await scans.draft(scan);
  return db.transaction((trx) => scans.open(trx, scan, draft, request.call.requestId));
}

/** The page for an error that the payer can correct or ask the merchant about; undefined for all others. */
function explainRefusal(
  assets: Assets,
  error: unknown,
  view: CounterView,
  typed: string,
): { status: number; html: string } | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const { language } = view;
  if (error.code === 'rate_limit_exceeded') {
    return { status: 429, html: renderProblem(assets, { language, problem: 'crowded' }) };
  }
  const { type } = ERRORS[error.code];
  if (type === 'invalid_request' && view.counter.code.fixedAmount === null) {
    return { status: 400, html: renderAmountForm(assets, view, { typed, why: 'not_payable' }) };
  }
  // Payers are not told why the account cannot take payments.
  if (type === 'invalid_request' || type === 'permission_error') {
    return { status: 403, html: renderProblem(assets, { language, problem: 'closed' }) };
  }
  return undefined;
}

/** Whether a person opened the page. Browsers say when they prefetch a page or load it as part of another. */
function isVisit(request: Request): boolean {
  const purpose = request.get('sec-purpose') ?? request.get('purpose') ?? '';
  const destination = request.get('sec-fetch-dest') ?? 'document';
  return !purpose.startsWith('prefetch') && destination === 'document';
}
