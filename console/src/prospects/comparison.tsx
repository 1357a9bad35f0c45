import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Meter } from '../parts/chart.js';
import { keyshortcuts } from '../shortcut-keys.js';
import { factsOf, Prose } from './prospect-details.js';
import type { Ranked } from './ranked.js';
import { scoreText } from './score-bars.js';
import { WarmPath } from './warm-path.js';

interface ComparisonProps {
  /** Two or more prospects. */
  readonly compared: readonly Ranked[];
  readonly onClose: () => void;
}

/** Compares prospects in a table that has one column for each prospect. */
export function Comparison({ compared, onClose }: ComparisonProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
    return () => before?.focus();
  }, [compared]);
  const facts = compared.map((each) => new Map(factsOf(each)));
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))];
  const row = (name: string, cell: (ranked: Ranked, index: number) => ComponentChildren): JSX.Element => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {compared.map((ranked, index) => (
        <td key={ranked.rank}>{cell(ranked, index)}</td>
      ))}
    </tr>
  );
  return (
    <section class="card compare" aria-label="Comparison">
      <header class="card-head">
        <h2 ref={heading} tabIndex={-1}>
          Side by side
        </h2>
        <button type="button" class="small closes" aria-keyshortcuts={keyshortcuts('Escape')} onClick={onClose}>
          Close the comparison
        </button>
      </header>
      <div class="table" tabIndex={0} role="group" aria-label="Prospects side by side">
        <table style={{ '--columns': `${compared.length}` }}>
          <caption class="hidden">Prospects side by side</caption>
          <thead>
            <tr>
              <td />
              {compared.map(({ rank, prospect }) => (
                <th key={rank} scope="col">
                  <span class="clamp" title={prospect.full_name}>
                    {rank}.&nbsp;<bdi>{prospect.full_name}</bdi>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row('Title', ({ prospect }) => (
              <bdi class="clamp" title={prospect.title_name}>
                {prospect.title_name}
              </bdi>
            ))}
            {row('Place', ({ prospect }) => prospect.location_name)}
            {row('Composite score', ({ prospect }) => (
              <span class="figure">{scoreText(prospect.composite_score)}</span>
            ))}
            {(compared[0]?.scores ?? []).map(({ id, name }, index) =>
              row(name, ({ scores }) => {
                const value = scores[index]?.value ?? null;
                return <Meter key={id} label="" text={scoreText(value)} share={(value ?? 0) / 100} />;
              }),
            )}
            {row('Introduction', (ranked) => (
              <WarmPath ranked={ranked} />
            ))}
            {row('Tags', ({ prospect }) => prospect.prospect_tags.join(' · '))}
            {names.map((name) => row(name, (_, index) => <Prose text={facts[index]?.get(name)} />))}
            {row('Summary', ({ reasons }) => (
              <Prose text={reasons.get('SUMMARY')} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
