import type { ErrorRequestHandler } from 'express';
import {
  refusalFor,
  type Headers,
  type Request,
  type Response,
  sendAnswer,
  sendCompressed,
  streamAnswer,
} from '../http/index.ts';
import type { ErrorCode } from '../lib/errors/table.ts';
import type { Logger } from '../lib/logger.ts';
import { type Assets, CONTENT_SECURITY_POLICY, languageOf } from '../pages/index.ts';
import { renderProblem } from './pages/document.tsx';
import type { Problem } from './pages/texts.ts';

const PAGE_HEADERS: Headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export function sendPage(
  request: Request,
  response: Response,
  status: number,
  html: string,
  more: Headers = {},
): void {
  const headers = {
    ...more,
    ...PAGE_HEADERS,
    'Content-Language': languageOf(request),
    Vary: 'Accept-Encoding',
  };
  const send = html !== '' && request.acceptsEncodings('gzip') === 'gzip' ? sendCompressed : sendAnswer;
  send(response, request.call, { status, headers, text: html });
}

/** Shown by the browser, which can save it under this name. */
export async function sendPdf(
  request: Request,
  response: Response,
  name: string,
  bytes: Buffer,
): Promise<void> {
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${name}"`,
    'Content-Length': String(bytes.length),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
  const sent = request.method === 'HEAD' ? [] : [bytes];
  await streamAnswer(response, request.call, { status: 200, headers, text: '' }, sent);
}

/** Redirects to a page by GET, so that a reload does not resubmit; with 308, to the page's canonical URL. */
export function sendRedirect(
  request: Request,
  response: Response,
  location: string,
  status: 303 | 308 = 303,
): void {
  const headers = { ...PAGE_HEADERS, Location: location };
  sendAnswer(response, request.call, { status, headers, text: '' });
}

const PROBLEMS: Partial<Record<ErrorCode, Problem>> = {
  payment_link_not_found: 'not_found',
  payment_link_method_not_found: 'not_found',
  qr_code_not_found: 'not_found',
  rate_limit_exceeded: 'too_many',
  internal_error: 'failed',
};

/** An error page for people, instead of the API's error envelope. */
export function explain(assets: Assets, logger: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const { refusal, headers } = refusalFor(error, request.call, logger);
    const problem = PROBLEMS[refusal.code] ?? 'not_accepted';
    const page = renderProblem(assets, {
      language: languageOf(request),
      problem,
      ...(problem === 'failed' ? { requestId: request.call.requestId } : {}),
    });
    sendPage(request, response, refusal.status, page, headers);
  };
}
