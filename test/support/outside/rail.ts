import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { ZERO, type Money } from '../../../src/lib/money.ts';
import type { FailureReason } from '../../../src/lib/reasons.ts';
import type {
  Arrival,
  ArrivalRequest,
  Balances,
  Outcome,
  Provider,
  ProviderFailure,
  RawNotice,
  ReportedDeposit,
  StatementPage,
  StatementRequest,
} from '../../../src/methods/providers/provider.ts';
import { openRig, type Rig } from '../../methods/simulator/rig.ts';
import { createRailAdapter, type Operation, type RailAccess } from './rail/adapter.ts';
import { writeNotice } from './rail/notices.ts';
import { openTakenBack, type TakenBackBooks } from './rail/taken-back.ts';
import { moneyIn, timesIn, toBooks, toWire } from './rail/wire.ts';

/** A rail of another company, over HTTP. It stands in for a real one: its books are a simulator's, in their own database. */
export interface TestRail extends Pick<Rig, 'database' | 'set' | 'close'> {
  /** The adapter that the service uses. */
  provider: Provider;
  /** For an adapter in another process, and to forge notices. */
  access: RailAccess;
  /** How many requests the rail has received for each operation. */
  received: Record<string, number>;
  /** The references of the transfers that the rail has answered as pending. */
  pending: Set<string>;
  /** What the rail answers instead of what it has done, by operation; empty at first. */
  lies: Partial<Record<Operation, (answer: any, request: any) => unknown>>;
  /** Money arrives in the rail's books. Returns the notice about it, which is not sent yet. */
  payIn(deposit: ReportedDeposit): Promise<RawNotice>;
  /** The money of a payout or refund comes back into the rail's books. Returns the notice about it. */
  sendBack(providerReference: string, reason?: FailureReason): Promise<RawNotice>;
  /** Takes a final deposit back, or a part of it. Returns the notice about it; undefined if that was done before. */
  takeBack(depositReference: string, amount?: Money): Promise<RawNotice | undefined>;
  /** The notice that a pending transfer has moved on. */
  movedOn(providerReference: string): RawNotice;
  /** Posts a notice to the service; the signature is the notice's own, so it may be repeated, or altered before. */
  tell(baseUrl: string, notice: RawNotice): Promise<Response>;
}

/** `books` are where the rail keeps its own records: by default, in a new database of the test cluster. */
export async function startRail(
  name: string,
  books?: Rig,
  manner: Pick<RailAccess, 'exchanges'> = {},
): Promise<TestRail> {
  const rig = books ?? (await openRig());
  const takenBack = await openTakenBack(rig.database);
  const lies: TestRail['lies'] = {};
  const received: Record<string, number> = {};
  const pending = new Set<string>();
  const server = createServer((request, response) => {
    const operation = (request.url ?? '').slice(1) as Operation;
    received[operation] = (received[operation] ?? 0) + 1;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    void json(request)
      .then(async (body: any) => {
        const answer =
          operation === 'findArrival'
            ? await findArrival(rig, body as ArrivalRequest)
            : await (rig.simulator[operation] as Call)(READ[operation](body), gone.signal);
        const lie = lies[operation];
        const result = lie
          ? await lie(answer, body)
          : await withTakenBack(takenBack, operation, body, answer);
        return isPending(result) ? numbered(result, body.idempotencyKey as string, pending) : result;
      })
      .then((result) => respond(response, 200, result))
      .catch((error: unknown) => {
        const { kind, reason, message } = error as ProviderFailure;
        respond(response, kind === 'refused' ? 422 : 503, { reason, message });
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const access = {
    ...{ name, url: `http://127.0.0.1:${port}`, secret: randomBytes(32).toString('hex') },
    ...manner,
  };
  return {
    provider: createRailAdapter(access),
    access,
    database: rig.database,
    received,
    pending,
    lies,
    set: (operation, setting) => rig.set(operation, setting),
    async payIn(sent) {
      const payer = Object.entries(sent.payer).map(([name, text]) => [name, toBooks(text)] as const);
      const deposit = { ...sent, payer: Object.fromEntries(payer) };
      await rig.db.transaction((trx) => rig.simulator.announceDeposit(trx, deposit));
      return writeNotice(access.secret, { type: 'deposit', deposit });
    },
    async sendBack(providerReference, reason = 'RETURNED') {
      const returned = await rig.db.transaction((trx) =>
        rig.simulator.announceReturn(trx, providerReference, reason),
      );
      if (!returned) throw new Error(`${name} sent nothing under ${providerReference}`);
      return writeNotice(access.secret, { type: 'return', returned });
    },
    async takeBack(depositReference, amount) {
      const taken = await takenBack.record(depositReference, amount);
      return taken && writeNotice(access.secret, { type: 'taken_back', takenBack: taken });
    },
    movedOn: (providerReference) => writeNotice(access.secret, { type: 'transfer', providerReference }),
    tell: (baseUrl, { headers, body }) =>
      fetch(`${baseUrl}/providers/${name}/notices`, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
      }),
    async close() {
      server.close();
      server.closeAllConnections();
      await rig.close();
    },
  };
}

/** The simulator's answer, with what the rail has taken back: at the end of its statement, and out of what it holds. */
async function withTakenBack(
  books: TakenBackBooks,
  operation: Operation,
  body: any,
  answer: unknown,
): Promise<unknown> {
  if (operation === 'listStatement') {
    const page = answer as StatementPage;
    const { from, to } = READ.listStatement(body) as StatementRequest;
    return page.next === undefined ? { lines: [...page.lines, ...(await books.list(from, to))] } : page;
  }
  if (operation !== 'readBalances') return answer;
  const balances = answer as Balances;
  const taken = await books.sum();
  const holdings = balances.holdings.map((holding) => ({
    ...holding,
    amount: holding.amount.minus(taken.get(holding.asset) ?? ZERO),
  }));
  return { ...balances, holdings };
}

type Call = (request: unknown, signal: AbortSignal) => Promise<unknown>;
type Pending = Extract<Outcome, { status: 'pending' }>;

const asIs = (value: unknown): unknown => value;
const READ: Record<Operation, (body: any) => unknown> = {
  lockQuote: moneyIn('fromAmount', 'toAmount'),
  issueInstructions: (body) => timesIn('expiresAt')(moneyIn('amount')(body)),
  confirmDeposit: asIs,
  convert: moneyIn('fromAmount', 'leastToAmount'),
  payOut: moneyIn('amount'),
  refund: moneyIn('amount'),
  ruleOut: asIs,
  listStatement: timesIn('from', 'to'),
  readBalances: asIs,
  findArrival: asIs,
};

/** A deposit whose payer names what it was sent as; the first of them, if somebody said so twice. */
async function findArrival(
  { database }: Rig,
  { sentReference, asset, destination }: ArrivalRequest,
): Promise<{ status: Arrival['status'] } & Partial<Record<'reference' | 'asset' | 'amount', string>>> {
  const [found] = await database.query(
    `select idempotency_key as reference, asset, amount::text,
            (details ->> 'final')::boolean or created_at <= service_now() - interval '3 seconds' as "isFinal"
       from simulator_operations
      where operation = 'deposit' and details -> 'payer' ->> 'sent_as' = $1 and details ->> 'destination' = $2
        and asset = $3
      order by created_at, idempotency_key limit 1`,
    [sentReference, 'address' in destination ? destination.address : '', asset],
  );
  if (!found) return { status: 'absent' };
  const { isFinal, ...arrival } = found;
  return isFinal === true ? { status: 'arrived', ...arrival } : { status: 'seen' };
}

function isPending(result: unknown): result is Pending {
  return (result as Partial<Outcome> | undefined)?.status === 'pending';
}

/** As at a bank, an order has a number before it is carried out; what is carried out has one of its own. */
function numbered(result: Pending, idempotencyKey: string, pending: Set<string>): Pending {
  const providerReference = `order-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)}`;
  pending.add(providerReference);
  return { ...result, providerReference };
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(toWire(body ?? null));
}
