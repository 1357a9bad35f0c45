const office = { sales: 5, marketing: 5, finance: 5, people: 4, legal: 3, operations: 6, support: 3 };
const { operations, ...deskWork } = office;
const it = { engineering: 6, data: 4, infrastructure: 4, security: 2 };

/**
 * The weights with which the functions of a company's employees are drawn, such as 32 for `engineering` and 10 for `data`. The first
 * pattern that matches the industry of the company decides.
 */
const mixes: readonly (readonly [RegExp, Readonly<Record<string, number>>])[] = [
  [
    /Software|Internet|Cybersecurity|Artificial|Cloud|Video Games|Technology$/,
    {
      engineering: 32,
      data: 10,
      infrastructure: 5,
      security: 4,
      product: 10,
      design: 6,
      ...office,
      sales: 12,
      support: 8,
    },
  ],
  [
    /E-commerce|Payments|Financial Services|Travel|Media|Advertising/,
    {
      engineering: 22,
      data: 9,
      infrastructure: 4,
      security: 4,
      product: 9,
      design: 4,
      ...office,
      sales: 9,
      operations: 8,
    },
  ],
  [/Banking|Insurance|Asset/, { banking: 36, ...it, engineering: 12, data: 7, product: 4, ...office, legal: 6 }],
  [/Education$/, { academia: 68, ...it, ...office, sales: 0, support: 1 }],
  [/Pharma|Bio|Medical|Chemicals|Health/, { research: 32, manufacturing: 14, ...it, ...office, legal: 5 }],
  [/Airlines/, { aviation: 42, ...it, ...office, support: 8 }],
  [
    /Retail|Apparel|Food|Consumer Goods|Hospitality/,
    { retail: 30, ...it, ...office, marketing: 10, operations: 10, manufacturing: 6 },
  ],
  [/IT Services/, { consulting: 34, engineering: 20, data: 8, infrastructure: 6, security: 3, ...office }],
  [/Nonprofit/, { operations, ...it, engineering: 12, ...deskWork, marketing: 14, research: 6 }],
  [/./, { manufacturing: 26, research: 8, ...it, engineering: 11, data: 5, product: 4, ...office }],
];

/** The weights of the functions in an industry. */
export function functionsOf(industry: string): Readonly<Record<string, number>> {
  return mixes.find(([pattern]) => pattern.test(industry))?.[1] ?? {};
}
