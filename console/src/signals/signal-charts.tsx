import type { JSX } from 'preact';
import { count, counted, day, percent } from '../format.js';
import { BarChart, Meter } from '../parts/chart.js';
import { Card } from '../parts/layout.js';
import { type Counts, total, typeName } from './accounts.js';

const colours = [1, 2, 3, 4] as const;
const otherTypes = 'Other types';
/** The number of entries in the list of types. If there are more types, the last entry is for all others. */
const named = 6;
/** The maximum number of bars in the chart over time. */
const bars = 14;

interface SignalChartsProps {
  readonly counts: Counts;
  /** The first and the last day for which the signals were read, as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** Shows the number of signals over time, and by type if there are several types. */
export function SignalCharts({ counts, from, to }: SignalChartsProps): JSX.Element {
  const types = [...counts.keys()].sort((one, other) => total(counts, [other]) - total(counts, [one]));
  const all = total(counts);
  return (
    <div class="grid wide">
      <OverTime counts={counts} types={types} from={from} to={to} />
      {types.length > 1 && (
        <Card title="By type">
          <div class="shares">
            {groupsOf(types, named).map(([name, some]) => {
              const number = total(counts, some);
              return (
                <Meter
                  key={name}
                  label={name}
                  text={`${count(number)} · ${percent(number / all)}`}
                  share={number / all}
                />
              );
            })}
          </div>
        </Card>
      )}
    </div>
  );
}

/**
 * The names and types of the groups that a chart shows. Each of the first types is a group of its own, and all others are one group.
 * @param most the number of groups that are shown at most
 */
function groupsOf(types: readonly string[], most: number): (readonly [name: string, types: readonly string[]])[] {
  const single = types.length <= most ? types : types.slice(0, most - 1);
  const others = types.slice(single.length);
  return [
    ...single.map((type) => [typeName(type), [type]] as const),
    ...(others.length === 0 ? [] : [[otherTypes, others] as const]),
  ];
}

interface OverTimeProps extends SignalChartsProps {
  /** The types of signals. The most frequent one is the first. */
  readonly types: readonly string[];
}

/**
 * Shows the signals over time. All bars stand for the same number of days; only the first one may stand for fewer. A bar is a stack
 * of the most frequent types, with all other types as one part.
 */
function OverTime({ counts, types, from, to }: OverTimeProps): JSX.Element {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  const days = Math.ceil((last - first + 1) / bars);
  const length = Math.floor((last - first) / days) + 1;
  const lastBar = length - 1;
  const valuesOf = (some: readonly string[]): number[] => {
    const values = Array.from({ length }, () => 0);
    for (const [date, number] of some.flatMap((type) => [...(counts.get(type) ?? [])])) {
      const index = lastBar - Math.floor((last - dayNumber(date)) / days);
      if (index in values) values[index] = (values[index] ?? 0) + number;
    }
    return values;
  };
  const labelOf = (index: number): string => {
    const end = last - (lastBar - index) * days;
    const start = Math.max(first, end - days + 1);
    return [...new Set([start, end])].map((number) => day(dateOf(number))).join(' – ');
  };
  const title = `Over time, ${counted(days, 'day')} a bar`;
  return (
    <Card title={title}>
      <BarChart
        title={title}
        labels={Array.from({ length }, (_, index) => labelOf(index))}
        series={groupsOf(types, colours.length).map(([name, some], index) => ({
          name,
          colour: name === otherTypes ? 'other' : (colours[index] ?? 4),
          values: valuesOf(some),
        }))}
      />
    </Card>
  );
}

const dayNumber = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);

const dateOf = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);
