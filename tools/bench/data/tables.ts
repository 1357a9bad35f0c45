// What companies and persons of the large data set are made of.
import { listOf } from '../../demo-data/countries.js';
import { europeanCountries } from '../../demo-data/countries-europe.js';
import { worldCountries } from '../../demo-data/countries-world.js';
import { europeanNames } from '../../demo-data/names-europe.js';
import { northEasternNames } from '../../demo-data/names-north-east.js';
import { worldNames } from '../../demo-data/names-world.js';
import { businessFunctions } from '../../demo-data/titles-business.js';
import { productFunctions } from '../../demo-data/titles-product.js';

/** A name stands before `=` in Latin letters, and behind it in its own. */
const latinNames = (text: string): string[] => listOf(text).map((entry) => entry.replace(/=.*/s, '').trim());

const cultures = Object.values({ ...europeanNames, ...northEasternNames, ...worldNames });

export const names = cultures.map(({ women, men, families }) => ({
  given: [...latinNames(women), ...latinNames(men)],
  family: latinNames(families),
}));

export const places = Object.entries({ ...europeanCountries, ...worldCountries }).flatMap(([country, about]) =>
  listOf(about.places).map((place) => {
    const [locality = '', region = null] = place.split('/');
    return { country, region, locality };
  }),
);

export const schools = Object.values({ ...europeanCountries, ...worldCountries }).flatMap((about) =>
  listOf(about.schools),
);

const functions = Object.values({ ...productFunctions, ...businessFunctions });

/** By rank, from the first job to the executive: what people of a rank are called. */
export const titles = functions
  .map(({ ranks, specialities }) => {
    const [speciality = 'Product'] = listOf(specialities);
    return ranks
      .trim()
      .split('\n')
      .map((line) => line.split(' | ').map((title) => title.trim().replaceAll('{s}', speciality)));
  })
  .reduce<string[][]>((byRank, ranks) => ranks.map((atRank, rank) => [...(byRank[rank] ?? []), ...atRank]), []);

export const skills = [...new Set(functions.flatMap((one) => listOf(one.skills)))];

export const firstWords = listOf(`Acorn, Adriatic, Alder, Alpine, Amber, Apex, Arbor, Argent, Atlas, Aurora, Baltic,
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

export const legalForms = listOf('Ltd, GmbH, Inc, S.A., AG, LLC, B.V., S.r.l., AB, Oy');

/** Top-level domains, the frequent ones as often as they are frequent. */
export const topLevels = listOf(
  'com, com, com, com, com, com, net, org, io, co, de, de, co.uk, fr, nl, it, es, com.br, se',
);

export const technologies =
  listOf(`AWS, Azure, Google Cloud, Kubernetes, Docker, PostgreSQL, MySQL, MongoDB, Redis, Kafka,
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
