/**
 * The types of class-transformer's store of metadata. The package contains these types in another folder, and offers no official
 * way to import the store. `@nestjs/mapped-types` imports the same file.
 */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
