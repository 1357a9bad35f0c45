import type { JSX } from 'preact';
import { count, counted, day, percent } from '../format.js';
import { BarChart, Meter } from '../parts/chart.js';
import { Card } from '../parts/layout.js';
import { type Signals, typeName } from './accounts.js';

const colours = [1, 2, 3, 4] as const;
/** The number of signal types that are listed one by one. All other types together are one more entry. */
const named = 5;
/** The maximum number of bars in the chart over time. */
const bars = 14;

interface SignalChartsProps {
  readonly signals: Signals;
  /** The first and the last day for which the signals were read, as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** Shows the number of signals by type and over time. */
export function SignalCharts({ signals, from, to }: SignalChartsProps): JSX.Element {
  const types = [...signals.byType].sort(([, one], [, other]) => other - one);
  const others = types.slice(named);
  const rest = others.reduce((sum, [, number]) => sum + number, 0);
  return (
    <div class="grid wide">
      <OverTime byDay={signals.byDay} types={types.map(([type]) => type)} from={from} to={to} />
      <Card title="By type">
        <div class="by-type">
          {types.slice(0, named).map(([type, number]) => (
            <TypeMeter key={type} name={typeName(type)} number={number} total={signals.count} />
          ))}
          {others.length > 0 && <TypeMeter name={`${others.length} other types`} number={rest} total={signals.count} />}
        </div>
      </Card>
    </div>
  );
}

interface TypeMeterProps {
  readonly name: string;
  readonly number: number;
  readonly total: number;
}

function TypeMeter({ name, number, total }: TypeMeterProps): JSX.Element {
  return <Meter label={name} text={`${count(number)} · ${percent(number / total)}`} share={number / total} />;
}

interface OverTimeProps extends Pick<SignalChartsProps, 'from' | 'to'> {
  readonly byDay: Signals['byDay'];
  /** The types of signals. The most frequent one is the first. */
  readonly types: readonly string[];
}

/**
 * Shows the signals over time. All bars stand for the same number of days. A bar is a stack of the most frequent types, with all
 * other types as one part.
 */
function OverTime({ byDay, types, from, to }: OverTimeProps): JSX.Element {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  const days = Math.ceil((last - first + 1) / bars);
  const length = Math.floor((last - first) / days) + 1;
  const valuesOf = (some: readonly string[]): number[] => {
    const values = Array.from({ length }, () => 0);
    for (const [date, number] of some.flatMap((type) => [...(byDay.get(type) ?? [])])) {
      const index = Math.floor((dayNumber(date) - first) / days);
      if (index in values) values[index] = (values[index] ?? 0) + number;
    }
    return values;
  };
  const ownBar = types.length <= colours.length ? types : types.slice(0, colours.length - 1);
  const groups = ownBar.map((type): [string, readonly string[]] => [typeName(type), [type]]);
  if (ownBar.length < types.length) groups.push(['Others', types.slice(ownBar.length)]);
  const title = `Over time, ${counted(days, 'day')} in each bar`;
  return (
    <Card title={title}>
      <BarChart
        title={title}
        labels={Array.from({ length }, (_, index) => day(dateOf(first + index * days)))}
        series={groups.map(([name, some], index) => ({ name, colour: colours[index] ?? 4, values: valuesOf(some) }))}
      />
    </Card>
  );
}

const dayNumber = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);

const dateOf = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);
