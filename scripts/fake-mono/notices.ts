import { createHmac, randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../chaos/chance.ts';
import type { NoticeSettings } from './state/settings.ts';
import { timeOf } from './state/world.ts';

/** A notice as it is sent. */
export interface SentNotice {
  type: string;
  headers: Record<string, string>;
  body: string;
}

/** `also`: a second signature, as while a secret is being replaced. `stranger`: by somebody else. */
export type Author = 'mono' | 'also' | 'stranger';

/** Signed delivery, at least once and in no order. */
export function createNotices(chance: Chance, settings: NoticeSettings, secret: string, now: () => number) {
  const sent: SentNotice[] = [];
  const statuses: Record<string, number> = {};
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // Any number of notices may be on their way.
  const underway = new Set<Promise<unknown>>();

  /** `t` is of the real time, by which it is checked. */
  function sign(body: string, by: Author = 'mono', signedAt = Date.now()): Record<string, string> {
    const t = Math.floor(signedAt / 1_000);
    const v1 = (key: string): string => createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
    const other = v1(randomBytes(16).toString('hex'));
    const signatures = { mono: [v1(secret)], also: [other, v1(secret)], stranger: [other] }[by];
    return {
      'Content-Type': 'application/json',
      'Mono-Signature': [`t=${t}`, ...signatures.map((signature) => `v1=${signature}`)].join(','),
    };
  }

  function write(type: string, data: object, by?: Author, signedAt?: number): SentNotice {
    const body = JSON.stringify({ event: { type, data }, timestamp: timeOf(now()) });
    return { type, headers: sign(body, by, signedAt), body };
  }

  function post(notice: SentNotice, afterMs = 0): void {
    const { url } = settings;
    if (url === undefined) return;
    const work = deliver(url, notice, afterMs).catch(() => undefined);
    underway.add(work);
    void work.finally(() => underway.delete(work));
  }

  async function deliver(url: string, notice: SentNotice, afterMs: number): Promise<void> {
    await delay(afterMs, undefined, { signal: closing.signal, ref: false });
    let { headers } = notice;
    for (let attempt = 1; attempt <= settings.attempts; attempt++) {
      const status = await attemptAt(url, { ...notice, headers });
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (typeof status === 'number' && status >= 200 && status < 300) return;
      await delay(settings.retryMs * 2 ** (attempt - 1), undefined, { signal: closing.signal, ref: false });
      if (settings.resigns) headers = sign(notice.body);
    }
  }

  async function attemptAt(url: string, { headers, body }: SentNotice): Promise<number | 'none'> {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(settings.timeoutMs), closing.signal]);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 'none';
    }
  }

  return {
    sent,
    statuses,
    sign,
    write,
    post,
    announce(type: string, data: object): void {
      const notice = write(type, data);
      sent.push(notice);
      const lateness = (): number => (settings.lateMs > 0 ? settings.lateMs * chance.share() : 0);
      if (chance.happens(settings.lost)) return;
      post(notice, lateness());
      if (chance.happens(settings.doubled)) post(notice, lateness());
      if (chance.happens(settings.forged)) post(write(type, data, 'stranger'), lateness());
    },
    replay(): number {
      sent.forEach((notice) => post(notice));
      return sent.length;
    },
    /** Resolves when nothing is being delivered or waits to be. */
    async atRest(): Promise<void> {
      while (underway.size > 0) await Promise.all(underway);
    },
    close: () => closing.abort(),
  };
}

export type Notices = ReturnType<typeof createNotices>;
