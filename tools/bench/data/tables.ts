// The words from which the companies and persons of the large data set are composed.
import { phrasesIn } from '#dist/platform/tables/table';
import { countries } from '../../demo-data/countries.js';
import { cultures } from '../../demo-data/names.js';
import { functions } from '../../demo-data/titles.js';

export const names = [...cultures.values()].map(({ women, men, families }) => ({
  given: [...women, ...men].map(({ latin }) => latin),
  family: families.map(({ latin }) => latin),
}));

export const places = [...countries].flatMap(([country, about]) =>
  about.places.map(({ city, region = null }) => ({ country, region, locality: city })),
);

export const schools = [...countries.values()].flatMap((about) => about.schools);

/** The job titles of each rank, from the first job to the executive. */
export const titles = [...functions.values()]
  .map(({ ranks, specialities: [speciality = 'Product'] }) =>
    ranks.map((atRank) => atRank.map((title) => title.replaceAll('{s}', speciality))),
  )
  .reduce<string[][]>((byRank, ranks) => ranks.map((atRank, rank) => [...(byRank[rank] ?? []), ...atRank]), []);

export const skills = [...new Set([...functions.values()].flatMap((one) => one.skills))];

export const firstWords = phrasesIn(`Acorn, Adriatic, Alder, Alpine, Amber, Apex, Arbor, Argent, Atlas, Aurora, Baltic,
  Beacon, Birch, Blue River, Boreal, Bright, Cedar, Cobalt, Compass, Copper, Coral, Crescent, Crown, Delta, Eastgate, Echo,
  Elm, Ember, Falcon, Fern, Fjord, Flint, Forge, Garnet, Glacier, Granite, Grey Harbour, Harvest, Hazel, Helix, Highland,
  Horizon, Indigo, Iron, Ivory, Juniper, Keystone, Lakeside, Larch, Lumen, Maple, Marble, Meridian, Nimbus, Northwind,
  Oak, Obsidian, Onyx, Orchard, Osprey, Pacific, Pine, Pioneer, Polar, Prairie, Quartz, Raven, Redwood, Ridge, River, Rowan,
  Saffron, Sapphire, Sierra, Silver, Solstice, Sparrow, Spruce, Sterling, Stone, Summit, Swift, Tamarack, Terra, Thistle,
  Tidal, Topaz, Union, Valley, Vector, Verde, Violet, Vista, Westbrook, Willow, Winter, Zephyr`);

export const trades = [
  ['Logistics', 'Transportation/Trucking/Railroad'],
  ['Software', 'Computer Software'],
  ['Systems', 'Information Technology and Services'],
  ['Foods', 'Food & Beverages'],
  ['Energy', 'Renewables & Environment'],
  ['Pharma', 'Pharmaceuticals'],
  ['Health', 'Hospital & Health Care'],
  ['Capital', 'Financial Services'],
  ['Insurance', 'Insurance'],
  ['Media', 'Online Media'],
  ['Retail', 'Retail'],
  ['Motors', 'Automotive'],
  ['Machines', 'Machinery'],
  ['Construction', 'Construction'],
  ['Chemicals', 'Chemicals'],
  ['Textiles', 'Textiles'],
  ['Consulting', 'Management Consulting'],
  ['Travel', 'Leisure, Travel & Tourism'],
  ['Telecom', 'Telecommunications'],
  ['Law', 'Law Practice'],
];

export const legalForms = phrasesIn('Ltd, GmbH, Inc, S.A., AG, LLC, B.V., S.r.l., AB, Oy');

/** Top-level domains. A frequent one is listed several times, so that it is drawn more often. */
export const topLevels = phrasesIn(
  'com, com, com, com, com, com, net, org, io, co, de, de, co.uk, fr, nl, it, es, com.br, se',
);

export const technologies =
  phrasesIn(`AWS, Azure, Google Cloud, Kubernetes, Docker, PostgreSQL, MySQL, MongoDB, Redis, Kafka,
  React, Angular, Vue.js, Node.js, Java, Python, Go, Rust, Salesforce, HubSpot, SAP, Oracle, Snowflake, Databricks, Tableau,
  Looker, Jira, Slack, Zendesk, Stripe, Shopify, Cloudflare, Datadog, Terraform, Jenkins, GitHub, GitLab, Segment`);

export const sentences = [
  'Serves customers in more than a dozen countries from three sites.',
  'Family-owned since its foundation, and known for long relations with its customers.',
  'Offers planning, delivery and service from one hand.',
  'Works with partners to bring new products to the market.',
  'The team helps clients to cut costs without cutting corners.',
  'Sells through its own shops and a network of dealers.',
];
