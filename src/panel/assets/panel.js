// Times in the reader's own time zone, and buttons that a double click presses once. Without this script the page shows
// times in UTC.
const localTime = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
for (const time of document.querySelectorAll('time'))
  time.textContent = localTime.format(new Date(time.dateTime));

document.addEventListener('submit', ({ defaultPrevented, target, submitter }) => {
  if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return;
  // Afterwards: a button that is disabled now would not be part of the form.
  setTimeout(() => submitter?.setAttribute('disabled', ''));
});
