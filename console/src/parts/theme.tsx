import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from './icons.js';

type Choice = 'system' | 'light' | 'dark';

const storageName = 'data-access-console-theme';
const texts: Readonly<Record<Choice, string>> = {
  system: 'System colours',
  light: 'Light colours',
  dark: 'Dark colours',
};

const choice = signal<Choice>(stored());
apply();

/** Lets the user choose light colours, dark colours, or those of the operating system. */
export function Theme(): JSX.Element {
  const change = (value: string): void => {
    choice.value = value as Choice;
    localStorage.setItem(storageName, value);
    apply();
  };
  return (
    <label class="theme">
      <Icon name="colours" />
      <select
        class="small"
        aria-label="Colours"
        value={choice.value}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {Object.entries(texts).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function apply(): void {
  const { dataset } = document.documentElement;
  if (choice.value === 'system') delete dataset.theme;
  else dataset.theme = choice.value;
}

function stored(): Choice {
  const value = localStorage.getItem(storageName);
  return value === 'light' || value === 'dark' ? value : 'system';
}
