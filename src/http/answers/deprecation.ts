import type { Call, Request } from '../request/call.ts';
import { requireMatch } from '../request/call.ts';
import type { Answer } from './reply.ts';

/** The guide that says what deprecated means. */
const PAGE = '/docs/guides/versions';

/**
 * Says in the headers of a success that the call uses something deprecated, and since when (RFC 9745); if it uses several, since
 * when the first of them is. Not part of what is stored for retries: a replay says it of the retry.
 */
export function createDeprecationNotice(
  baseUrl: () => string,
): (call: Call, request: Request, answer: Answer) => Answer {
  return (call, request, answer) => {
    const { deprecations } = requireMatch(call).operation;
    if (!deprecations || answer.status >= 300) return answer;
    const sent = { query: call.query ?? {}, headers: request.headers, body: request.body as unknown };
    const used = deprecations.filter(({ isUsedBy }) => isUsedBy(sent));
    if (used.length === 0) return answer;
    const sinceS = Math.min(...used.map((one) => one.sinceS));
    return {
      ...answer,
      headers: {
        ...answer.headers,
        Deprecation: `@${sinceS}`,
        Link: `<${baseUrl()}${PAGE}>; rel="deprecation"; type="text/html"`,
      },
    };
  };
}
