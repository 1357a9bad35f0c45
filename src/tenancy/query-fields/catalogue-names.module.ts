import { Global, Module } from '@nestjs/common';
import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { personCatalogue } from '../../catalogue/person-catalogue.js';
import { CATALOGUE_NAMES } from './catalogue-names.js';

/** What the options of a request add to `data`, beside the requested fields. */
const addedByOptions = ['signals', 'personas', 'seniority', 'email', 'phone', 'company'];

const names: ReadonlySet<string> = new Set([...companyCatalogue.keys(), ...personCatalogue.keys(), ...addedByOptions]);

/** Tells tenancy which names are taken; it stands outside of the modules, because none of them knows all the others. */
@Global()
@Module({ providers: [{ provide: CATALOGUE_NAMES, useValue: names }], exports: [CATALOGUE_NAMES] })
export class CatalogueNamesModule {}
