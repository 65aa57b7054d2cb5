import type { Answer, Receiver } from '../support/outside/receiver.ts';

export const SECRET = 'a-secret-of-at-least-32-characters';

/** A hook's answer. */
export function says(decision: string, code?: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ decision, code }));
  };
}

/** The environment of a service whose payments a receiver screens. */
export function screenedBy({ url, caFile }: Receiver): Record<string, string> {
  return {
    SCREENING_URL: `${url}/screen`,
    SCREENING_SECRET: SECRET,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_CA_FILE: caFile,
  };
}

/** What was asked, oldest first. */
export function questionsOf({ requests }: Receiver): any[] {
  return requests.map(({ body }) => JSON.parse(body.toString()));
}
