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

export interface CounterOptions {
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
  const { db, scans, assets } = options;
  const router = Router();

  const find = (request: Request): Promise<Counter> => scans.find(String(request.params['id']));
  const recognise = (request: Request, response: Response): Payer => ({
    token: recognisePayer(request, response, options.baseUrl()),
    address: request.call.clientAddress,
  });
  const viewOf = (request: Request, counter: Counter): CounterView => ({
    counter,
    language: languageOf(request),
    locale: localeOf(request),
    baseUrl: options.baseUrl(),
    isTest: options.isTest,
    chosenLanguage: chosenLanguage(request),
  });

  /** Redirects the payer to the link of this scan, or explains why there is none. */
  const pay = async (
    request: Request,
    response: Response,
    counter: Counter,
    { amount, typed } = { amount: '', typed: '' },
  ) => {
    try {
      const scan = scans.scanOf(counter, recognise(request, response), amount);
      const code = (await scans.findOpenLink(scan)) ?? (await open(request, scan));
      const page = fillPath(paths.link.page, { code });
      sendRedirect(request, response, withQuery(page, { lang: chosenLanguage(request) }));
    } catch (error) {
      const refusal = explainRefusal(error, viewOf(request, counter), typed);
      if (!refusal) throw error;
      response.set((error as DomainError).headers);
      sendPage(request, response, refusal.status, refusal.html);
    }
  };

  const open = async (request: Request, scan: Scan): Promise<string> => {
    const draft = await scans.draft(scan);
    return db.transaction((trx) => scans.open(trx, scan, draft, request.call.requestId));
  };

  /** The page for an error that the payer can correct or ask the merchant about; undefined for all others. */
  const explainRefusal = (error: unknown, view: CounterView, typed: string) => {
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
  };

  router.use(paths.counter.all, limitByAddress(options.limiter, PAYERS));
  router
    .route(paths.counter.page)
    .get(async (request, response) => {
      const counter = await find(request);
      if (counter.code.fixedAmount === null) {
        // Sets the cookie before the form is sent, so that a form sent twice comes from one payer.
        recognise(request, response);
        return sendPage(request, response, 200, renderAmountForm(assets, viewOf(request, counter)));
      }
      // A HEAD request opens no link.
      if (request.method === 'HEAD') return sendPage(request, response, 200, '');
      // Not a success status, which a browser might show again from its history.
      if (!isVisit(request)) return sendPage(request, response, 503, '');
      // A camera can only GET. Opening a link here is harmless, because a phone gets the same one again, and a network
      // only a few.
      await pay(request, response, counter);
    })
    .post(requireOwnForm(options.baseUrl), readForm(MAX_FORM), async (request, response) => {
      const form = (request.body ?? {}) as Record<string, unknown>;
      const counter = await find(request);
      const typed = (textOf(form['amount']) ?? '').trim();
      if (counter.code.fixedAmount !== null) return pay(request, response, counter);
      const read = readPayerAmount(typed, counter.currency);
      if ('amount' in read) return pay(request, response, counter, { amount: read.amount, typed });
      const refused = { typed, why: read.why };
      sendPage(request, response, 400, renderAmountForm(assets, viewOf(request, counter), refused));
    })
    .all(refuseMethod('GET, HEAD, POST'));
  router
    .route(paths.counter.logo)
    .get(serveLogo(db.read, async (request) => (await find(request)).account.id))
    .all(refuseMethod('GET, HEAD'));
  router
    .route(paths.counter.print)
    .get(async (request, response) => {
      sendPage(request, response, 200, renderSheet(assets, viewOf(request, await find(request))));
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

/** Whether a person opened the page: browsers say when they prefetch a page or load it as part of another. */
function isVisit(request: Request): boolean {
  const purpose = request.get('sec-purpose') ?? request.get('purpose') ?? '';
  const destination = request.get('sec-fetch-dest') ?? 'document';
  return !purpose.startsWith('prefetch') && destination === 'document';
}
