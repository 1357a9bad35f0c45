import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Meter } from '../parts/chart.js';
import { factsOf } from './prospect-details.js';
import type { Ranked } from './ranked.js';
import { scoreText } from './score-bars.js';
import { WarmPath } from './warm-path.js';

interface ComparisonProps {
  readonly one: Ranked;
  readonly other: Ranked;
  readonly onClose: () => void;
}

/** Compares two prospects in a table with a column for each. */
export function Comparison({ one, other, onClose }: ComparisonProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, [one, other]);
  const both = [one, other] as const;
  const facts = both.map((each) => new Map(factsOf(each)));
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))];
  const row = (name: string, cell: (ranked: Ranked, index: number) => ComponentChildren): JSX.Element => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {both.map((ranked, index) => (
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
        <button type="button" class="small" onClick={onClose}>
          Close the comparison
        </button>
      </header>
      <div class="table" tabIndex={0} role="region" aria-label="Two prospects side by side">
        <table>
          <caption class="hidden">Two prospects side by side</caption>
          <thead>
            <tr>
              <td />
              {both.map(({ rank, prospect }) => (
                <th key={rank} scope="col">
                  {rank}. {prospect.full_name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row('Title', ({ prospect }) => prospect.title_name)}
            {row('Place', ({ prospect }) => prospect.location_name)}
            {row('Composite', ({ prospect }) => (
              <span class="figure">{scoreText(prospect.composite_score)}</span>
            ))}
            {one.scores.map(({ id, name }, index) =>
              row(name, ({ scores }) => {
                const value = scores[index]?.value ?? null;
                return <Meter key={id} label="" text={scoreText(value)} share={(value ?? 0) / 100} />;
              }),
            )}
            {row('Introduction', (ranked) => (
              <WarmPath ranked={ranked} />
            ))}
            {row('Tags', ({ prospect }) => prospect.prospect_tags.join(' · '))}
            {names.map((name) => row(name, (_, index) => facts[index]?.get(name) ?? '–'))}
            {row('Summary', ({ reasons }) => reasons.get('SUMMARY') ?? '–')}
          </tbody>
        </table>
      </div>
    </section>
  );
}
