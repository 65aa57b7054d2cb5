import type { JSX } from 'preact';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import {
  CHAT_SERVICES,
  findShownChat,
  KINDS,
  type PostOutcome,
  removeChat,
  resumeChat,
  type ShownChat,
} from '../../notifications/index.ts';
import { Facts, Field, formatMoney, LANGUAGES, type Language, Refusal, Select } from '../../pages/index.ts';
import { OWNERS, readBy } from '../../people/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Reader, text, trimmed } from '../frame/fields.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { CHOICE_FIELDS, ChoiceFields, choicesOf, readCurrencies } from './choices.tsx';
import { NOTIFICATIONS } from './texts.ts';

const MAX_URL_LENGTH = 2048;

const OF_CHAT = {
  access: OWNERS,
  texts: NOTIFICATIONS,
  page: paths.notifications.chat,
} as const;

const language: Reader<Language> = (visit, name) => {
  const chosen = visit.field(name);
  const known = LANGUAGES.find((one) => one === chosen);
  if (!known) throw invalidParam(name, `${name} is not known.`);
  return known;
};

/** Where the account's news are posted, and which; for owners. */
export const saveChat = formOf({
  ...OF_CHAT,
  path: paths.notifications.saveChat,
  freshProof: true,
  fields: { service: text, url: trimmed, language, ...CHOICE_FIELDS },
  act: async (trx, { accountId, actor }, { chats }, { service, url, language: chosen, ...entered }) => {
    const choices = await choicesOf(trx, entered);
    await chats.save(trx, accountId, actor, { service, url: url || null, language: chosen, ...choices });
    return { isMoved: url !== '' };
  },
  flash: ({ isMoved }) => (isMoved ? 'chat_saved' : 'chat_changed'),
});

export const removeOwnChat = actionOf({
  ...OF_CHAT,
  path: paths.notifications.removeChat,
  freshProof: true,
  act: async (trx, { accountId, actor }) => {
    await removeChat(trx, accountId, actor);
  },
  flash: 'chat_removed',
});

export const resumeOwnChat = actionOf({
  ...OF_CHAT,
  path: paths.notifications.resumeChat,
  freshProof: true,
  act: (trx, { accountId, actor }) => resumeChat(trx, accountId, actor),
  flash: 'chat_resumed',
});

/** A test message, and what the chat answered. */
export const testChat = actionOf({
  ...OF_CHAT,
  path: paths.notifications.testChat,
  freshProof: false,
  prepare: ({ accountId }, { db, chats }) => ({
    ask: async () => {
      const outcome = await chats.test(db.read, accountId);
      if (!outcome) throw new DomainError('route_not_found');
      return () => Promise.resolve(outcome);
    },
  }),
  reply: (visit, outcome) => ({ page: testPage(visit, outcome) }),
});

export const showChat = pageOf(paths.notifications.chat, readBy(OWNERS), async (visit, { db }) => {
  const texts = NOTIFICATIONS[visit.language];
  const { accountId, membership } = visit;
  const [chat, currencies] = await Promise.all([
    findShownChat(db.read, { accountId }),
    readCurrencies(db.read),
  ]);
  const isOwner = OWNERS.includes(membership.role);
  return {
    title: texts.chatTitle,
    back: { href: pathTo(visit, paths.notifications.page), label: texts.title },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <p>{texts.chatWhy}</p>
        {chat ? <ChatFacts of={chat} /> : <p>{texts.none}</p>}
        {chat && (
          <>
            <testChat.Section title={texts.test} hint={texts.testHint} />
            {chat.pausedAt !== null && (
              <resumeOwnChat.Section title={texts.resume} hint={texts.resumeHint} isMain />
            )}
          </>
        )}
        {isOwner && chat && <h2>{texts.change}</h2>}
        <ChatForm chat={chat} currencies={currencies} />
        {chat && <removeOwnChat.Section title={texts.removeChat} hint={texts.removeHint} folded />}
      </>
    ),
  };
});

function ChatFacts({ of }: { of: ShownChat }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(NOTIFICATIONS);
  const { kinds, minimum, minimumCurrency } = of;
  return (
    <Facts
      of={[
        [texts.service, texts.services[of.service]],
        [texts.url, <code>{of.shownUrl}</code>],
        [texts.status, of.pausedAt === null ? texts.works : texts.isPaused],
        [
          texts.posted,
          kinds.map((kind) => (isKeyOf(texts.kinds, kind) ? texts.kinds[kind] : kind)).join(' · '),
        ],
        [
          texts.minimum,
          minimum !== null &&
            minimumCurrency !== null &&
            formatMoney(visit.language, minimum, minimumCurrency),
        ],
        [texts.language, texts.languages[of.language]],
        [texts.since, <Moment at={of.createdAt} />],
      ]}
    />
  );
}

function ChatForm(props: { chat: ShownChat | undefined; currencies: readonly string[] }): JSX.Element {
  const { chat, currencies } = props;
  const visit = useMemberVisit();
  const texts = useTexts(NOTIFICATIONS);
  return (
    <saveChat.Form class="narrow">
      {(field) => (
        <>
          <Select
            {...field('service', chat?.service ?? CHAT_SERVICES[0])}
            label={texts.service}
            options={CHAT_SERVICES.map((one) => [one, texts.services[one]])}
          />
          <Field
            {...field('url')}
            label={texts.url}
            hint={chat ? `${texts.urlHint} ${texts.urlKept}` : texts.urlHint}
            type="url"
            required={!chat}
            autocomplete="off"
            maxlength={MAX_URL_LENGTH}
          />
          <Select
            {...field('language', chat?.language ?? visit.language)}
            label={texts.language}
            options={LANGUAGES.map((one) => [one, texts.languages[one]])}
          />
          <ChoiceFields
            field={field}
            label={texts.posted}
            kinds={KINDS}
            currencies={currencies}
            chosen={chat}
          />
          <button type="submit">{texts.save}</button>
        </>
      )}
    </saveChat.Form>
  );
}

function testPage(visit: MemberVisit, { delivered, httpStatus, error }: PostOutcome): Page {
  const texts = NOTIFICATIONS[visit.language];
  return {
    title: texts.testTitle,
    back: { href: pathTo(visit, paths.notifications.chat), label: texts.toChatPage },
    body: (
      <>
        {delivered ? (
          <p class="flash" role="status">
            {texts.testDelivered}
          </p>
        ) : (
          <Refusal>{texts.testRefused}</Refusal>
        )}
        <Facts
          of={[
            [texts.response, httpStatus ?? texts.noAnswer],
            [texts.error, error],
          ]}
        />
      </>
    ),
  };
}
