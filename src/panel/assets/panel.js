// Copy buttons, countdowns, charts, keys that lead to a field, and buttons that a double click presses once. Without this
// script, texts are copied by hand.

const SHOWN_COPIED_MS = 2500;
const TICK_MS = 1000;

/** @param {ParentNode} part of the page that has just appeared */
function prepare(part) {
  // Browsers offer the clipboard only to pages served over https.
  if (!navigator.clipboard) return;
  for (const button of part.querySelectorAll('button[data-copy]')) button.removeAttribute('hidden');
}

/** @param {HTMLElement} button */
async function copy(button) {
  const { copy: text = '', copied = '' } = button.dataset;
  await navigator.clipboard.writeText(text);
  if (button.textContent === copied) return;
  const usual = button.textContent;
  button.textContent = copied;
  setTimeout(() => (button.textContent = usual), SHOWN_COPIED_MS);
}

/** Counts down to a time on the service's clock, and then shows the alternative. */
function countDown() {
  const countdown = document.querySelector('[data-ends-at]');
  if (!(countdown instanceof HTMLElement)) return;
  const aheadMs = Date.parse(countdown.dataset.now ?? '') - Date.now();
  const endsAt = Date.parse(countdown.dataset.endsAt ?? '') - aheadMs;
  const tick = () => {
    const leftS = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
    countdown.textContent = `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`;
    if (leftS > 0) return;
    clearInterval(ticking);
    for (const part of document.querySelectorAll('[data-until-end]')) part.setAttribute('hidden', '');
    for (const part of document.querySelectorAll('[data-after-end]')) part.removeAttribute('hidden');
  };
  const ticking = setInterval(tick, TICK_MS);
  tick();
}

// Describes a chart's column below the chart, as soon as it is pointed at or reached with the arrow keys.
for (const chart of document.querySelectorAll('[data-chart]')) {
  const columns = [...chart.querySelectorAll('[data-title]')];
  const reading = chart.querySelector('.reading');
  let current = columns.length;
  const show = (/** @type {number} */ index) => {
    columns[current]?.removeAttribute('data-current');
    current = Math.max(0, Math.min(columns.length - 1, index));
    columns[current]?.setAttribute('data-current', '');
    if (reading) reading.textContent = columns[current]?.getAttribute('data-title') ?? '';
  };
  for (const [index, column] of columns.entries()) column.addEventListener('pointerenter', () => show(index));
  chart.addEventListener('keydown', (event) => {
    const key = event instanceof KeyboardEvent ? event.key : '';
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    event.preventDefault();
    show(current + (key === 'ArrowLeft' ? -1 : 1));
  });
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (button instanceof HTMLElement) void copy(button);
});
document.addEventListener('keydown', (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  const isTyping = target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
  if (isTyping || altKey || ctrlKey || metaKey) return;
  const field = document.querySelector(`[data-shortcut="${CSS.escape(key)}"]`);
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  const around = field.closest('[popover]');
  if (around instanceof HTMLElement && !field.checkVisibility()) around.showPopover();
  field.select();
});
// Focuses the field of a part that opens, such as the search on a phone.
document.addEventListener(
  'toggle',
  ({ target, newState }) => {
    const field = target instanceof Element ? target.querySelector('[data-shortcut]') : null;
    if (newState === 'open' && field instanceof HTMLInputElement) field.focus();
  },
  true,
);
document.addEventListener('submit', ({ defaultPrevented, target, submitter }) => {
  if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return;
  // Disabled afterwards, because a button that is disabled now would not be part of the form.
  setTimeout(() => submitter?.setAttribute('disabled', ''));
});
// A hidden page does not poll.
document.addEventListener('htmx:before:request', (event) => {
  if (document.hidden) event.preventDefault();
});
// htmx fires this for each part that it puts into the page.
document.addEventListener('htmx:after:process', (event) => {
  if (event.target instanceof Element) prepare(event.target);
});
prepare(document);
countDown();
