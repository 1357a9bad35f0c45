const OFFICE = { sales: 5, marketing: 5, finance: 5, people: 4, legal: 3, operations: 6, support: 3 };
const IT = { engineering: 6, data: 4, infrastructure: 4, security: 2 };

/** How common functions are by industry; the most of what an industry is about comes first. */
const MIXES = [
  [
    /Software|Internet|Cybersecurity|Artificial|Cloud|Video Games|Technology$/,
    {
      engineering: 32,
      data: 10,
      infrastructure: 5,
      security: 4,
      product: 10,
      design: 6,
      ...OFFICE,
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
      ...OFFICE,
      sales: 9,
      operations: 8,
    },
  ],
  [/Banking|Insurance|Asset/, { banking: 36, ...IT, engineering: 12, data: 7, product: 4, ...OFFICE, legal: 6 }],
  [/Education$/, { academia: 68, ...IT, ...OFFICE, sales: 0, support: 1 }],
  [/Pharma|Bio|Medical|Chemicals|Health/, { research: 32, manufacturing: 14, ...IT, ...OFFICE, legal: 5 }],
  [/Airlines/, { aviation: 42, ...IT, ...OFFICE, support: 8 }],
  [
    /Retail|Apparel|Food|Consumer Goods|Hospitality/,
    { retail: 30, ...IT, ...OFFICE, marketing: 10, operations: 10, manufacturing: 6 },
  ],
  [/IT Services/, { consulting: 34, engineering: 20, data: 8, infrastructure: 6, security: 3, ...OFFICE }],
  [/Nonprofit/, { operations: 24, ...IT, engineering: 12, ...OFFICE, marketing: 14, research: 6 }],
  [/./, { manufacturing: 26, research: 8, ...IT, engineering: 11, data: 5, product: 4, ...OFFICE }],
];

/** The mix of functions in an industry. */
export function functionsOf(industry) {
  return MIXES.find(([pattern]) => pattern.test(industry))[1];
}
