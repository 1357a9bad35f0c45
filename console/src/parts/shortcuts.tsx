import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { navigate } from '../router.js';
import {
  areOn,
  keyshortcuts,
  listenForKeys,
  screenShortcuts,
  type Shortcut,
  toggleShortcuts,
} from '../shortcut-keys.js';
import { CheckField } from './form.js';
import { Card } from './layout.js';
import { Pairs } from './pairs.js';

const title = 'Keyboard shortcuts';

/** The keys that open a screen, such as `g then o` for Overview. The screens of a console begin with different letters. */
export const keysOf = (screen: string): string => `g then ${screen.charAt(0).toLowerCase()}`;

interface ShortcutsProps {
  readonly screens: readonly { readonly path: string; readonly name: string }[];
}

/** Lets the keys of shortcuts act, and shows a button that lists the shortcuts of the present screen. */
export function Shortcuts({ screens }: ShortcutsProps): JSX.Element {
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null);
  const shortcutsNow = (): Shortcut[] => [
    ...screenShortcuts(),
    ...screens.map(({ path, name }): Shortcut => [`Go to ${name}`, keysOf(name), () => navigate(path)]),
    ['This list', '?', list],
  ];
  const list = (): void => setListed(shortcutsNow());
  useLayoutEffect(() => listenForKeys(shortcutsNow), [screens]);
  return (
    <>
      <button
        type="button"
        class="small shortcuts"
        aria-label={title}
        aria-keyshortcuts={keyshortcuts('?')}
        title={title}
        onClick={list}
      >
        ?
      </button>
      {listed !== null && (
        // The browser keeps the focus in the dialog, closes it with Escape, and then gives the focus back.
        <dialog
          aria-label={title}
          ref={(dialog) => {
            if (dialog?.open === false) dialog.showModal();
          }}
          onClose={() => setListed(null)}
        >
          <Card
            title={title}
            actions={
              <form method="dialog">
                <button class="small">Close</button>
              </form>
            }
          >
            <Pairs as="values" pairs={listed.map(([does, keys]) => [does, <Keys keys={keys} />] as const)} />
            <CheckField
              label="Use these keys"
              hint="Turn them off if you control this computer by voice."
              isChecked={areOn.value}
              onChange={toggleShortcuts}
            />
          </Card>
        </dialog>
      )}
    </>
  );
}

function Keys({ keys }: { readonly keys: string }): JSX.Element {
  return <>{keys.split(' ').map((word) => (word === 'then' ? ' then ' : <kbd key={word}>{word}</kbd>))}</>;
}
