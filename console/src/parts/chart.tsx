import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { count, shortCount } from '../format.js';

interface Series {
  readonly name: string;
  /** 1 to 4 stand for `--data-1` to `--data-4` in tokens.css. `other` is grey, for all groups without a colour of their own. */
  readonly colour: 1 | 2 | 3 | 4 | 'other';
  readonly values: readonly number[];
}

interface BarChartProps {
  /** What the chart shows, in words, for users who cannot see it. */
  readonly title: string;
  /** What each bar stands for, such as `Nov 26`. Of a range, such as `Nov 20 – Nov 26`, the axis shows only the end. */
  readonly labels: readonly string[];
  /** What stands below each bar, such as `Nov`. An empty text leaves the place below its bar empty. Without `ticks`, the labels of some bars stand there. */
  readonly ticks?: readonly string[];
  /** The data of the chart. Each bar is a stack: one value from each series, with the first series at the bottom. */
  readonly series: readonly Series[];
}

const height = 200;
const margin = { left: 44, bottom: 22, top: 8 };

/**
 * A chart of stacked bars. A bar shows its values while it is under the pointer, touched, or selected with the arrow keys. Screen readers
 * also get all numbers as a table.
 */
export function BarChart({ title, labels, ticks, series }: BarChartProps): JSX.Element {
  const totals = labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const top = niceTop(Math.max(...totals, 1));
  const [figure, width] = useWidth();
  const step = (width - margin.left) / Math.max(labels.length, 1);
  const y = (value: number): number => margin.top + (height - margin.top - margin.bottom) * (1 - value / top);
  const [active, setActive] = useState<number | null>(null);
  const valuesOf = (index: number): string =>
    `${labels[index] ?? ''}: ${series.map(({ name, values }) => `${name} ${count(values[index] ?? 0)}`).join(', ')}`;
  const point = (event: PointerEvent): void => {
    const { left, width: shown } = (event.currentTarget as Element).getBoundingClientRect();
    const x = ((event.clientX - left) / shown) * width - margin.left;
    setActive(Math.min(Math.max(Math.floor(x / step), 0), labels.length - 1));
  };
  const every = Math.ceil(66 / step);
  const given = (ticks ?? []).flatMap((tick, index) => (tick === '' ? [] : [index]));
  const givenEvery = Math.ceil((30 * given.length) / (width - margin.left));
  const tickOf = (index: number): string | undefined => {
    if (ticks !== undefined) return given.indexOf(index) % givenEvery === 0 ? ticks[index] : undefined;
    return (labels.length - 1 - index) % every === 0 ? labels[index]?.split(' – ').at(-1) : undefined;
  };
  return (
    <figure class="chart" ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
      >
        {[0, ...(top % 2 === 0 ? [top / 2] : []), top].map((line) => (
          <g key={line}>
            <line class="grid" x1={margin.left} x2={width} y1={y(line)} y2={y(line)} />
            <text class="tick end" x={margin.left - 8} y={y(line) + 4}>
              {shortCount(line)}
            </text>
          </g>
        ))}
        {labels.map((label, index) => {
          let below = 0;
          const x = margin.left + index * step;
          return (
            <g key={label} class={index === active ? 'bars active' : 'bars'}>
              <rect class="hover" x={x} y={margin.top} width={step} height={height - margin.top - margin.bottom} />
              {series.map(({ name, colour, values }) => {
                const value = values[index] ?? 0;
                const bar = { y: y(below + value), height: y(below) - y(below + value) };
                below += value;
                return value === 0 ? null : (
                  <rect key={name} class={`data-${colour}`} x={x + step * 0.15} width={step * 0.7} rx="2" {...bar} />
                );
              })}
              <text class="tick" x={Math.min(x + step / 2, width - 20)} y={height - 4}>
                {tickOf(index)}
              </text>
            </g>
          );
        })}
      </svg>
      <input
        type="range"
        aria-label={`${title}: the bar whose values are shown`}
        min={0}
        max={Math.max(labels.length - 1, 0)}
        value={active ?? labels.length - 1}
        aria-valuetext={valuesOf(active ?? labels.length - 1)}
        onInput={(event) => setActive(Number(event.currentTarget.value))}
        onFocus={() => setActive(active ?? labels.length - 1)}
        onBlur={() => setActive(null)}
      />
      <p class="readout note" aria-hidden="true">
        {active === null ? 'Point at a bar, or tap it, to read its values.' : valuesOf(active)}
      </p>
      <figcaption>
        {series.map(({ name, colour }) => (
          <span key={name} class="key">
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect class={`data-${colour}`} width="10" height="10" rx="2" />
            </svg>
            <span class="clamp" title={name}>
              {name}
            </span>
          </span>
        ))}
      </figcaption>
      <div class="hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Group</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, index) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{count(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/**
 * The present width of an element, in pixels. The chart is drawn again for this width instead of being scaled, so that its letters
 * stay readable on a narrow screen.
 */
function useWidth(): [{ current: HTMLElement | null }, number] {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(entry.contentRect.width, 200)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

/**
 * The number at the top of the vertical axis. It is the value rounded up to 1, 2, 4, 5 or 10 times a power of ten: `37` → `40`,
 * `6.2` → `10`.
 */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5].find((factor) => factor * power >= value) ?? 10) * power;
}

interface SparklineProps {
  /** What the line shows, in words, for users who cannot see it. */
  readonly title: string;
  readonly values: readonly number[];
}

/** A line without axes, small enough for a cell of a table. The highest value touches the top. */
export function Sparkline({ title, values }: SparklineProps): JSX.Element {
  const top = Math.max(...values, 1);
  const step = 100 / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => `${index * step},${22 - (value / top) * 20}`);
  return (
    <svg class="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={title}>
      <title>{title}</title>
      <polyline points={points.join(' ')} />
    </svg>
  );
}

interface MeterProps {
  readonly label: string;
  /** How much of the bar is filled, from 0 to 1. */
  readonly share: number;
  readonly tone?: 'good' | 'warn' | 'bad';
  /** What the bar shows, in words: `45 of 100`. */
  readonly text: string;
}

/** Shows a share as a partly filled bar, with a label and the value in words. */
export function Meter({ label, share, tone, text }: MeterProps): JSX.Element {
  const filled = Math.min(Math.max(share, 0), 1) * 100;
  return (
    <div class={`meter ${tone ?? ''}`}>
      <span class="meter-label clamp" title={label}>
        {label}
      </span>
      <span class="meter-text">{text}</span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="6" />
        <rect class="fill" width={filled} height="6" />
      </svg>
    </div>
  );
}
