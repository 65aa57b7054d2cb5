import { createHmac, randomBytes } from 'node:crypto';
import type { Chance } from '../chaos/chance.ts';
import { createDelivery, type Notice } from '../stand-in/delivery.ts';
import type { NoticeSettings } from './state/settings.ts';
import { timeOf } from './state/time.ts';

/** A notice as it is sent. */
export interface SentNotice extends Notice {
  type: string;
}

/** `also`: a second signature, as while a secret is being replaced. `stranger`: by somebody else. */
export type Author = 'mono' | 'also' | 'stranger';

/** Signed delivery, at least once and in no order. */
export function createNotices(chance: Chance, settings: NoticeSettings, secret: string, now: () => number) {
  const sent: SentNotice[] = [];
  const delivery = createDelivery({
    settings,
    isTaken: (status) => status >= 200 && status < 300,
    pauseMs: (attempt) => settings.retryMs * 2 ** (attempt - 1),
  });

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
    const again = (attempt: number): Notice =>
      attempt > 1 && settings.resigns ? { ...notice, headers: sign(notice.body) } : notice;
    if (settings.url !== undefined) delivery.post(settings.url, again, afterMs);
  }

  return {
    ...{ statuses: delivery.statuses, atRest: delivery.atRest, close: delivery.close },
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
  };
}

export type Notices = ReturnType<typeof createNotices>;
