import {
  adviser,
  fine,
  neverMade,
  readable,
  runChecks,
  type CheckedCall,
} from '../../../../src/methods/providers/http-rail/index.ts';
import { amountOf, ASSET, listOf, reader, type TernClient } from './client.ts';

/** Makes the calls that change nothing. */
export function checkTern(client: TernClient): Promise<CheckedCall[]> {
  return runChecks(
    [
      [
        'GET /balance',
        async (signal) => {
          const balance = amountOf(await client.get('/balance', 'balance', signal), 'amount');
          return fine(`balance: ${balance.toFixed(2)} ${ASSET}`);
        },
      ],
      [
        'GET /ledger',
        readable(
          reader,
          async (signal) => {
            const ledger = await client.get('/ledger?order=desc&limit=10', 'ledger', signal);
            return listOf(ledger['entries'], 'entries');
          },
          ...['id', 'type', 'booked_at'],
        ),
      ],
      [
        'GET /payments/{client_id}',
        neverMade(reader, 'client id', 'send no money', (signal) =>
          client.find('/payments/never_used', 'payment', signal),
        ),
      ],
    ],
    adviser(reader, 'TERN_BASE_URL', ({ reading }) =>
      reading.as === 'turned_away' ? 'Check TERN_API_KEY.' : undefined,
    ),
  );
}
