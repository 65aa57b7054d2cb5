import { command, named, query, type Queryable, sql, type Tables, type Trx } from '../../../../db/index.ts';
import { claimDue, putOff, type Due, type Later } from '../../http-rail/index.ts';

/** Payment instructions, once Bridge has issued them. */
export interface TemplateRow {
  id: string;
  method: string;
  transferId: string;
  accountNumber: string;
  depositMessage: string;
  instructions: unknown;
}

const PLACE = ['id', 'method', 'transferId', 'accountNumber', 'depositMessage', 'instructions'] as const;

type Stored = Pick<Tables['bridge_templates'], (typeof PLACE)[number]>;

function complete(row: Stored | undefined): TemplateRow | undefined {
  if (!row) return undefined;
  const { transferId, accountNumber, depositMessage, ...rest } = row;
  return transferId === null || accountNumber === null || depositMessage === null
    ? undefined
    : { ...rest, transferId, accountNumber, depositMessage };
}

const open = command.first<{ id: string; method: string }, { requestedAt: Date }>(
  'bridge_templates.open',
  (p) =>
    named(
      `insert into bridge_templates as b (id, method, requested_at) values (:id, :method, clock_timestamp())
       on conflict (id) do update set id = excluded.id
       returning b.requested_at`,
      p,
    ),
);

/** Records that a template is about to be requested; returns when it was first requested. */
export async function openTemplate(trx: Trx, template: { id: string; method: string }): Promise<Date> {
  const row = await open(trx, template);
  if (!row) throw new Error('the template was not written');
  return row.requestedAt;
}

const find = query.first<{ id: string }, Stored>('bridge_templates.find', (p) =>
  sql('bridge_templates').where({ id: p.id }).select(PLACE),
);

export async function findTemplate(on: Queryable, id: string): Promise<TemplateRow | undefined> {
  return complete(await find(on, { id }));
}

interface Answered extends Omit<TemplateRow, 'method' | 'instructions'> {
  instructions: string;
  firstWaitMs: number;
}

/** Stores Bridge's response, unless one is stored already. */
export const keepTemplate = command.run<Answered>('bridge_templates.keep', (p) =>
  named(
    `update bridge_templates
        set transfer_id = :transferId, account_number = :accountNumber, deposit_message = :depositMessage,
            instructions = :instructions::jsonb, due_at = clock_timestamp() + :firstWaitMs * interval '1 millisecond'
      where id = :id and transfer_id is null`,
    p,
  ),
);

const byMessage = query.all<{ messages: readonly string[] }, Stored>('bridge_templates.by_message', (p) =>
  sql('bridge_templates').whereRaw('deposit_message = any(?::text[])', [p.messages]).select(PLACE).limit(20),
);

/** The templates that have one of these messages. */
export async function listTemplatesByMessage(
  on: Queryable,
  messages: readonly string[],
): Promise<TemplateRow[]> {
  if (messages.length === 0) return [];
  return (await byMessage(on, { messages })).flatMap((row) => complete(row) ?? []);
}

const ofDeposit = query.first<{ transferId: string }, Stored>('bridge_deposits.template', (p) =>
  sql('bridge_deposits as d')
    .join('bridge_templates as t', 't.id', 'd.template_id')
    .where('d.transfer_id', p.transferId)
    .select(PLACE.map((name) => `t.${name}`)),
);

/** The template of a deposit that was seen before. */
export async function findTemplateOf(on: Queryable, transferId: string): Promise<TemplateRow | undefined> {
  return complete(await ofDeposit(on, { transferId }));
}

/** Records the template of a deposit. The first record stays. */
export const keepDeposit = command.run<{ transferId: string; templateId: string }>(
  'bridge_deposits.insert',
  (p) =>
    sql('bridge_deposits')
      .insert({ transfer_id: p.transferId, template_id: p.templateId })
      .onConflict('transfer_id')
      .ignore(),
);

/** Records that a deposit is final. */
export const markFinal = command.run<{ transferId: string }>('bridge_deposits.final', (p) =>
  named(
    'update bridge_deposits set final_at = coalesce(final_at, clock_timestamp()) where transfer_id = :transferId',
    p,
  ),
);

/** When a deposit was first seen as final; null if it has not been. */
export const findFinal = query.first<{ transferId: string }, Pick<Tables['bridge_deposits'], 'finalAt'>>(
  'bridge_deposits.find',
  (p) => sql('bridge_deposits').where({ transfer_id: p.transferId }).select('final_at'),
);

export interface OpenTemplate {
  id: string;
  transferId: string;
  asked: number;
  /** Whether a payer may still use it, because its link is open, or closed only recently. */
  isNeeded: boolean;
}

const LOOKED_AFTER = { table: 'bridge_templates', asked: 'looked_after' };

/** Claims the templates that are due to be polled. */
// Links end by the deployment's clock, which tests can advance (D21).
export const claimTemplates = command.all<Due & { graceMs: number }, OpenTemplate>(
  'bridge_templates.claim',
  (p) =>
    claimDue(p, {
      ...LOOKED_AFTER,
      columns: `o.id, o.transfer_id, o.looked_after as asked,
                o.requested_at > now() - interval '1 hour'
                or exists (select from (select account_id, link_code, destination from payment_link_methods
                                        union all
                                        select account_id, link_code, destination from payment_link_former_places) as m
                             join payment_links l on l.account_id = m.account_id and l.code = m.link_code
                            where m.destination = o.account_number || '/' || o.deposit_message
                              and l.expires_at + :graceMs * interval '1 millisecond' > service_now()) as is_needed`,
    }),
);

export const lookAfterLater = command.run<Later>('bridge_templates.later', (p) => putOff(p, LOOKED_AFTER));
