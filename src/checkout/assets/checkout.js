// Copy buttons, the countdown, times in the payer's own time zone, and a notice while updates cannot be fetched.
// Without this script the page shows the same, to be copied and read by hand.

const SHOWN_COPIED_MS = 2500;
const TICK_MS = 1000;
const FAR_S = 3600;
/** Three polls without news. */
const STALE_MS = 10_000;
/** A sleeping phone stops the page's timers; after it wakes, the next poll corrects this. */
const SLEPT_MS = 4 * TICK_MS;

/** How far the service's clock is ahead of the phone's. */
const aheadMs = Date.parse(document.body.dataset.now ?? '') - Date.now();
/** In the page's own locale. */
const { locale } = document.body.dataset;
const localTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const localTimeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** @param {ParentNode} part of the page that has just appeared */
function prepare(part) {
  const today = new Date(Date.now() + aheadMs).toDateString();
  for (const time of part.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    const isShort = 'shortToday' in time.dataset && at.toDateString() === today;
    time.textContent = (isShort ? localTimeOfDay : localTime).format(at);
  }
}

function tick() {
  for (const countdown of document.querySelectorAll('[data-ends-at]')) {
    if (!(countdown instanceof HTMLElement)) continue;
    const leftMs = Date.parse(countdown.dataset.endsAt ?? '') - Date.now() - aheadMs;
    const leftS = Math.max(0, Math.floor(leftMs / 1000));
    countdown.textContent = `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`;
    // No countdown over days.
    const isFar = leftS > FAR_S;
    countdown.parentElement?.toggleAttribute('hidden', isFar);
    countdown.closest('.validity')?.toggleAttribute('data-far', isFar);
  }
  checkNews();
}

let lastNews = Date.now();
let lastTick = Date.now();

/** Shows a notice while updates cannot be fetched; a page with a final outcome needs none. */
function checkNews() {
  const now = Date.now();
  if (now - lastTick > SLEPT_MS) lastNews = now;
  lastTick = now;
  const notice = document.getElementById('stale');
  const asks = document.querySelector('main[hx-get]') !== null;
  const isStale = asks && (!navigator.onLine || now - lastNews > STALE_MS);
  if (!notice || notice.hidden === !isStale) return;
  notice.hidden = !isStale;
  if (isStale) announce(notice.textContent ?? '');
}

/** @param {HTMLElement} button */
async function copy(button) {
  const { copy: text = '', copied = '' } = button.dataset;
  await write(text, button);
  const label = button.lastElementChild;
  if (!label || label.textContent === copied) return;
  const usual = label.textContent;
  label.textContent = copied;
  button.classList.add('copied');
  announce(copied);
  setTimeout(() => {
    label.textContent = usual;
    button.classList.remove('copied');
  }, SHOWN_COPIED_MS);
}

/**
 * Browsers offer their clipboard only to pages served over https; over http, they copy what is selected.
 *
 * @param {string} text
 * @param {HTMLElement} button
 */
async function write(text, button) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  button.after(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  button.focus();
}

/** @param {string} text for screen readers */
function announce(text) {
  const place = document.getElementById('announcement');
  if (place) place.textContent = text;
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button?.dataset.copy !== undefined) void copy(button);
  if (button?.dataset.print !== undefined) window.print();
});
// htmx fires this for each part that it puts into the page.
document.addEventListener('htmx:after:process', (event) => {
  if (event.target instanceof Element) prepare(event.target);
  tick();
});
document.addEventListener('htmx:finally:request', (event) => {
  const { response } = /** @type {CustomEvent<{ ctx: { response?: { status: number } } }>} */ (event).detail
    .ctx;
  if (response && response.status < 400) lastNews = Date.now();
  checkNews();
});
window.addEventListener('offline', checkNews);
prepare(document);
tick();
setInterval(tick, TICK_MS);
