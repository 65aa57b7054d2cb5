import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { copiedCode, copyLinks, createLink, LINK_TABLES } from '../links.ts';
import type { BenchAccount } from '../rig.ts';

export interface Unpaid {
  account: BenchAccount;
  code: string;
}

/** Links to pay, spread evenly over accounts. */
export function createStock(owner: pg.Client, url: string, accounts: readonly BenchAccount[]) {
  const templates = new Map<BenchAccount, string>();
  return {
    async fill(count: number): Promise<Unpaid[]> {
      const each = Math.ceil(count / accounts.length);
      const unpaid: Unpaid[][] = [];
      for (const account of accounts) {
        const template = templates.get(account) ?? (await createLink(url, account.apiKey, randomUUID()));
        templates.set(account, template);
        const first = nextCode;
        nextCode += each;
        await copyLinks(owner, { accountId: account.id, template, first, count: each });
        unpaid.push(Array.from({ length: each }, (_, at) => ({ account, code: copiedCode(first + at) })));
      }
      // What is new is then in no payment's log: pages are written whole after a checkpoint, until they were paid for.
      await owner.query(`vacuum analyze ${LINK_TABLES.join(', ')}`);
      return Array.from({ length: each }, (_, at) => unpaid.map((own) => own[at] as Unpaid)).flat();
    },
  };
}

let nextCode = 0;
