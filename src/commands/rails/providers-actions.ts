import { inSnakeCase } from '../../lib/case.ts';
import type { Database, Trx } from '../../db/index.ts';
import type { Foundation } from '../../composition/index.ts';
import {
  listMethods,
  listReportConflicts,
  type Provider,
  type Providers,
  type ReportConflict,
  settleReportConflict,
} from '../../methods/index.ts';
import { recordOperatorDeed } from '../../operators/index.ts';
import {
  findNotice,
  listNotices,
  listOpenWork,
  type NoticeRecord,
  retryNotice,
  settleNotice,
} from '../../provider-notices/index.ts';
import { CommandFailure, MAX_LISTED } from '../frame/index.ts';

export async function list({ db, providers: { all } }: Foundation): Promise<object> {
  const methods = await listMethods(db.read);
  return { data: all.map(({ name }) => ({ provider: name, methods: namesOf(methods, name) })) };
}

/** The deployment's own providers first, then those that only methods or unfinished work refer to. */
export async function readStatus({ db, providers }: Foundation): Promise<object> {
  const [methods, works] = await Promise.all([listMethods(db.read), listOpenWork(db.read)]);
  const named = [
    ...providers.all.map(({ name }) => name),
    ...[...methods, ...works].map(({ provider }) => provider),
  ];
  const data = [...new Set(named)].map((provider) => {
    const work = works.find((candidate) => candidate.provider === provider) ?? NO_WORK;
    return {
      provider,
      in_deployment: providers.find(provider) !== undefined,
      methods: namesOf(methods, provider),
      ...inSnakeCase(work),
      statement_read_to: work.statementReadTo?.toISOString() ?? null,
    };
  });
  return { data };
}

const NO_WORK = {
  transfersWaiting: 0,
  transfersPending: 0,
  oldestPendingS: null,
  transfersStuck: 0,
  depositsNotFinal: 0,
  noticesWaiting: 0,
  noticesFailed: 0,
  statementReadTo: null,
  statementError: null,
};

export interface NoticeOptions {
  provider?: string;
  failed?: true;
  retry?: string;
}

export async function handleNotices(
  { db }: Foundation,
  { provider, failed, retry }: NoticeOptions,
): Promise<object> {
  if (retry !== undefined) return decide(db, retry, retryNotice);
  const notices = await listNotices(db.read, { provider, failed, limit: MAX_LISTED });
  return { data: notices.map(describeNotice) };
}

export async function settleFailed(
  { db, operators }: Foundation,
  operatorKey: string | undefined,
  id: string,
  reason: string,
): Promise<object> {
  return decide(db, id, async (trx) => {
    const operator = await operators.identifyIfAny(trx, operatorKey);
    const settled = await settleNotice(trx, { id, reason });
    if (settled) {
      const { provider, noticeId } = settled;
      const details = { provider, notice_id: noticeId, reason };
      await recordOperatorDeed(trx, operator, { action: 'notice.settled', subject: id, details });
    }
    return settled;
  });
}

export interface ConflictOptions {
  provider?: string;
  all?: true;
}

export async function listConflicts({ db }: Foundation, { provider, all }: ConflictOptions): Promise<object> {
  const open = all ? undefined : true;
  const conflicts = await listReportConflicts(db.read, { provider, open, limit: MAX_LISTED });
  return { data: conflicts.map(describeConflict) };
}

export async function settleConflict(
  { db, operators }: Foundation,
  operatorKey: string | undefined,
  id: string,
  reason: string,
): Promise<object> {
  const settled = await db.transaction(async (trx) => {
    const operator = await operators.identifyIfAny(trx, operatorKey);
    const conflict = await settleReportConflict(trx, { id, reason });
    if (conflict) {
      const { provider, reference } = conflict;
      const details = { provider, reference, reason };
      await recordOperatorDeed(trx, operator, { action: 'conflict.settled', subject: id, details });
    }
    return conflict;
  });
  if (!settled) throw new CommandFailure(`There is no open conflict ${id}.`);
  return describeConflict(settled);
}

function describeConflict({ createdAt, settledAt, ...conflict }: ReportConflict): object {
  return {
    ...inSnakeCase(conflict),
    created_at: createdAt.toISOString(),
    settled_at: settledAt?.toISOString() ?? null,
  };
}

async function decide(
  db: Database,
  id: string,
  decision: (trx: Trx, notice: { id: string }) => Promise<NoticeRecord | undefined>,
): Promise<object> {
  const decided = await db.transaction((trx) => decision(trx, { id }));
  if (decided) return describeNotice(decided);
  const notice = await findNotice(db.read, { id });
  throw new CommandFailure(
    notice
      ? `Notice ${id} is ${notice.status}; only a failed one needs a decision.`
      : `There is no notice ${id}.`,
  );
}

function describeNotice(notice: NoticeRecord): object {
  return { ...inSnakeCase(notice), received_at: notice.receivedAt.toISOString() };
}

export function requireProvider(providers: Providers, name: string): Provider {
  const provider = providers.find(name);
  if (!provider) {
    const known = providers.all.map((other) => other.name).join(', ');
    throw new CommandFailure(`This deployment has no provider ${name}. It has: ${known}.`);
  }
  return provider;
}

function namesOf(methods: readonly { name: string; provider: string }[], provider: string): string[] {
  return methods.filter((method) => method.provider === provider).map(({ name }) => name);
}
