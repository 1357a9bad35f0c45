import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

interface Tab {
  readonly name: string;
  readonly content: () => ComponentChildren;
}

/** Shows one of several parts at a time. The user changes between them with the tabs or the arrow keys. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): JSX.Element {
  const id = useId();
  const [shown, setShown] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -shown, End: -shown - 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (shown + step + tabs.length) % tabs.length;
    setShown(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === shown}
            aria-controls={`${id}-panel`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setShown(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {tabs[shown]?.content()}
      </div>
    </div>
  );
}
