import type { Deprecation } from '../../contract/index.ts';
import type { Request } from '../request/call.ts';
import type { Answer } from './reply.ts';

/** The guide that explains deprecation. */
const PAGE = '/docs/guides/versions';

/**
 * Reports in the headers of a success that the call uses something deprecated, and since when (RFC 9745); for several,
 * since the earliest. Not part of the response stored for retries, because a replay reports on the retry.
 */
export function createDeprecationNotice(
  baseUrl: () => string,
): (request: Request, answer: Answer, deprecations: readonly Deprecation[]) => Answer {
  return (request, answer, deprecations) => {
    if (answer.status >= 300) return answer;
    const sent = { query: request.call.query ?? {}, headers: request.headers, body: request.body as unknown };
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
