/** A proxy's response when no server of a cell can be reached: 503, with `Retry-After: 1` (D73). */

/** The body for calls of the API. `requestId` is the proxy's expression for a new id. */
export function unavailableError(requestId: string): string {
  return JSON.stringify({
    error: {
      type: 'api_error',
      code: 'internal_error',
      message: 'The service cannot be reached at the moment. Retry with the same Idempotency-Key.',
      request_id: requestId,
    },
  });
}

/** The page for people, in both languages of the service. */
export const UNAVAILABLE_PAGE = [
  '<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">',
  '<title>503</title>',
  '<p>The service cannot be reached at the moment. Please try again in a few seconds.</p>',
  '<p lang=es>El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.</p>',
].join('');
