import { signal } from '@preact/signals';

/** The name under which the browser stores that the user has turned the shortcuts off. */
const storageName = 'data-access-console-shortcuts';

/**
 * Whether single keys such as `j` act. The user can turn them off, because a program for speech input types letters that the user does
 * not mean as shortcuts.
 */
export const areOn = signal(localStorage.getItem(storageName) === null);

/** Turns the shortcuts off, or on again. The browser remembers it. */
export function toggleShortcuts(): void {
  areOn.value = !areOn.value;
  if (areOn.value) localStorage.removeItem(storageName);
  else localStorage.setItem(storageName, 'off');
}

/** An attribute that names keys, such as `aria-keyshortcuts`. It is absent while the shortcuts are turned off. */
export const keyshortcuts = (keys: string): string | undefined => (areOn.value ? keys : undefined);

/** What a key does, in the words of the list of shortcuts. `g then o` means that the user presses g, and after it o. */
export type Shortcut = readonly [does: string, keys: string, act: () => void];

const rowSelector = '#main :is(.table tbody, .sheet tbody, .rows, .prospects, .time-lines) > :not(.gap)';

/** The shortcuts for what the screen shows now, such as its search and its rows. */
export function screenShortcuts(): Shortcut[] {
  const shortcuts: Shortcut[] = [];
  const search = find(document, '#main :is([type=search], [role=combobox])');
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)];
  const place = rows.findIndex((row) => row.contains(document.activeElement));
  const move = (step: number) => (): void => focusRow(place === -1 ? firstInView(rows) : rows[place + step]);
  const click = (part: typeof openerOf) => (): void => rows[place] && part(rows[place])?.click();
  const closing = find(document, '#main .closes');
  if (search !== null) shortcuts.push(['Search on this screen', '/', () => search.focus()]);
  if (rows.length > 0)
    shortcuts.push(['Next row, also with ↓', 'j', move(1)], ['Previous row, also with ↑', 'k', move(-1)]);
  if (rows.some(openerOf)) shortcuts.push(['Open the row', 'Enter', click(openerOf)]);
  if (rows.some(boxOf)) shortcuts.push(['Select the row', 'x', click(boxOf)]);
  if (closing !== null) shortcuts.push([closing.textContent, 'Escape', () => closing.click()]);
  return shortcuts;
}

function find(within: ParentNode, selector: string): HTMLElement | null {
  return within.querySelector<HTMLElement>(selector);
}

/** The part of a row that opens what the row is about. */
function openerOf(row: HTMLElement): HTMLElement | null {
  return find(row, '[aria-expanded], .primary') ?? find(row, 'a:not([target])');
}

function boxOf(row: HTMLElement): HTMLElement | null {
  return find(row, '[type=checkbox]');
}

/** The first row that is not above the visible part of the page, or of the table in which it scrolls. */
function firstInView(rows: readonly HTMLElement[]): HTMLElement | undefined {
  const topOf = (element: Element | null): number => element?.getBoundingClientRect().top ?? 0;
  return rows.find((row) => topOf(row) >= Math.max(0, topOf(row.closest('.sheet')))) ?? rows[0];
}

function focusRow(row: HTMLElement | undefined): void {
  if (row === undefined) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * Lets the keys of shortcuts act. They do not act while the user types in a field or a dialog is open, and not with Ctrl, Alt or
 * Command. Returns a function that ends this.
 */
export function listenForKeys(shortcutsNow: () => readonly Shortcut[]): () => void {
  let before = '';
  const press = (event: KeyboardEvent): void => {
    const { target } = event;
    const key = { ArrowDown: 'j', ArrowUp: 'k' }[event.key] ?? event.key;
    const sequence = `${before} then ${key}`;
    before = '';
    if (!areOn.value || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(target instanceof HTMLElement) || find(document, 'dialog[open]') !== null) return;
    if (target.matches('select, textarea, input:not([type=checkbox], [type=radio])')) {
      // If something is typed in a search, the browser removes it at the first Escape. The next one leaves the field.
      if (key === 'Escape' && (target as HTMLInputElement).value === '') target.blur();
      return;
    }
    // Elsewhere the arrow keys scroll, and Enter presses a button.
    if (/^(Arrow|Enter)/.test(event.key) && !target.matches(rowSelector)) return;
    before = key;
    const all = shortcutsNow();
    const shortcut = all.find(([, keys]) => keys === sequence) ?? all.find(([, keys]) => keys === key);
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut[2]();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
