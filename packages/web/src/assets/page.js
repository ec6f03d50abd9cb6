// The script of every page: the address of the registry in commands, buttons that copy them, and `/` to start a search.

for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin;

for (const button of document.querySelectorAll('button[data-copy], button[data-copy-from]')) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const shown = document.getElementById(button.dataset.copyFrom ?? '');
    const isCopied = await copy(button.dataset.copy ?? shown?.textContent ?? '');
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

/**
 * Copies the text. Without a secure origin (https, localhost), browsers offer only the old way.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return;
  const field = document.querySelector('search input[name="q"]');
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.focus();
  field.select();
});
