import { diffWordsWithSpace } from 'diff';
import type { JSX } from 'preact';
import { count } from '../format.js';

interface MarkedChangeProps {
  /** Null for none. Of a list it has the items that were removed, and `after` those that were added. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Of a list with more items, only so many are shown. */
const shownItems = 8;
/** Texts that differ in more words than this are marked as a whole, because a comparison would take long and say little. */
const maxEdits = 400;
/** An unchanged passage with more characters is cut in its middle. */
const longPassage = 120;
/** How many characters of such a passage stay at each of its ends. */
const keptEnd = 50;

/** A value before and after a change, with the changed words marked. */
export function MarkedChange({ before, after }: MarkedChangeProps): JSX.Element {
  const [old, next] = [itemsOf(before), itemsOf(after)];
  if (Array.isArray(before) || Array.isArray(after))
    if (old.length !== 1 || next.length !== 1)
      return (
        <>
          <Items items={old} as="del" />
          <Items items={next} as="ins" />
        </>
      );
  const [first, second] = [old[0], next[0]];
  const parts = first === undefined || second === undefined ? null : partsOf(first, second);
  return (
    <>
      {first === undefined ? (
        <span class="note">Blank</span>
      ) : (
        <Value text={first} parts={parts?.filter(({ added }) => !added)} as="del" />
      )}{' '}
      <span aria-hidden="true">→</span>
      <span class="hidden">became</span>{' '}
      {second === undefined ? (
        <span class="note">blank</span>
      ) : (
        <Value text={second} parts={parts?.filter(({ removed }) => !removed)} as="ins" />
      )}
    </>
  );
}

/** The texts of a value: one for a single value, one for each item of a list, and none for null. */
export function itemsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

/** `{ "title": "CTO", "company_name": "Acme" }` → `CTO · Acme`. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? value.map(textOf).join(', ') : Object.values(value).map(textOf).join(' · ');
}

interface Part {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}

/** The words of two texts, each marked as removed, added or the same. Null if they have too little in common for marks to help. */
function partsOf(before: string, after: string): readonly Part[] | null {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  const same = parts?.flatMap(({ added, removed, value }) => (added || removed ? [] : [value.trim().length])) ?? [];
  const shared = same.reduce((sum, length) => sum + length, 0);
  return parts === undefined || shared * 4 < Math.max(before.length, after.length) ? null : parts;
}

interface ValueProps {
  readonly text: string;
  /** The parts of the text; absent if all of it is marked. */
  readonly parts: readonly Part[] | undefined;
  readonly as: 'del' | 'ins';
}

function Value({ text, parts, as: Mark }: ValueProps): JSX.Element {
  if (parts === undefined)
    return (
      <Mark>
        <bdi>{cut(text)}</bdi>
      </Mark>
    );
  return (
    <bdi>
      {parts.map(({ value, added, removed }, index) =>
        added || removed ? <Mark key={index}>{value}</Mark> : <span key={index}>{cut(value)}</span>,
      )}
    </bdi>
  );
}

function cut(text: string): string {
  return text.length <= longPassage ? text : `${text.slice(0, keptEnd)} … ${text.slice(-keptEnd)}`;
}

function Items({ items, as: Mark }: { readonly items: readonly string[]; readonly as: 'del' | 'ins' }): JSX.Element {
  return (
    <>
      {items.slice(0, shownItems).map((item, index) => (
        <span key={index} class="item">
          <span aria-hidden="true">{Mark === 'del' ? '−' : '+'}</span>{' '}
          <span class="hidden">{Mark === 'del' ? 'removed' : 'added'}</span>
          <Mark>
            <bdi>{cut(item)}</bdi>
          </Mark>
        </span>
      ))}
      {items.length > shownItems && (
        <span class="note item">
          and {count(items.length - shownItems)} more {Mark === 'del' ? 'removed' : 'added'}
        </span>
      )}
    </>
  );
}
