// Copy buttons, and the remembered language of the samples. Without this script, code is copied by hand, and
// each page begins with curl.

const CHOSEN = 'docs.language';
const SHOWN_COPIED_MS = 2500;
const { copy: COPY = '', copied: COPIED = '' } = document.body.dataset;

const chosen = localStorage.getItem(CHOSEN);
for (const input of document.querySelectorAll('.samples input')) {
  if (input instanceof HTMLInputElement && input.value === chosen) input.checked = true;
}

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'language')
    localStorage.setItem(CHOSEN, target.value);
});

// Not all browsers open the element that contains a link's target.
const target = document.querySelector(':target');
for (let closed; (closed = target?.closest('details:not([open])'));) closed.setAttribute('open', '');
target?.scrollIntoView();

// Browsers offer the clipboard only to pages served over https.
if (navigator.clipboard) {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = COPY;
    button.addEventListener('click', () => void copy(block, button));
    block.append(button);
  }
}

/**
 * @param {Element} block
 * @param {HTMLButtonElement} button
 */
async function copy(block, button) {
  await navigator.clipboard.writeText(block.querySelector('pre')?.textContent ?? '');
  button.textContent = COPIED;
  setTimeout(() => (button.textContent = COPY), SHOWN_COPIED_MS);
}
