/**
 * The token for the names that a tenant's own field cannot have, because answers give them another meaning: a
 * `ReadonlySet<string>`. It is injected, since the modules whose fields these are build on this one.
 */
export const CATALOGUE_NAMES = Symbol('CatalogueNames');
