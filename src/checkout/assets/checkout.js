// Copy buttons, the countdown, and times in the payer's own time zone. Without this script the page shows the same, to
// be copied and read by hand.

const SHOWN_COPIED_MS = 2500;
const TICK_MS = 1000;

/** How far the service's clock is ahead of the phone's. */
const aheadMs = Date.parse(document.body.dataset.now ?? '') - Date.now();
const localTime = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** @param {ParentNode} part of the page that has just appeared */
function prepare(part) {
  for (const time of part.querySelectorAll('time'))
    time.textContent = localTime.format(new Date(time.dateTime));
  // Browsers offer the clipboard only to pages served over https.
  if (!navigator.clipboard) return;
  for (const button of part.querySelectorAll('button[data-copy]')) button.removeAttribute('hidden');
}

function tick() {
  for (const countdown of document.querySelectorAll('[data-ends-at]')) {
    if (!(countdown instanceof HTMLElement)) continue;
    const leftMs = Date.parse(countdown.dataset.endsAt ?? '') - Date.now() - aheadMs;
    const leftS = Math.max(0, Math.floor(leftMs / 1000));
    countdown.textContent = `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`;
    countdown.parentElement?.removeAttribute('hidden');
  }
}

/** @param {HTMLElement} button */
async function copy(button) {
  const { copy: text = '', copied = '' } = button.dataset;
  await navigator.clipboard.writeText(text);
  const label = button.firstElementChild;
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

/** @param {string} text for screen readers */
function announce(text) {
  const place = document.getElementById('announcement');
  if (place) place.textContent = text;
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (button instanceof HTMLElement) void copy(button);
});
// htmx fires this for each part that it puts into the page.
document.addEventListener('htmx:after:process', (event) => {
  if (event.target instanceof Element) prepare(event.target);
  tick();
});
prepare(document);
tick();
setInterval(tick, TICK_MS);
