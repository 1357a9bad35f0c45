/**
 * A JSON Schema for the parts of OpenAPI 3.1 that the service's document uses. It is stricter than the standard: every operation needs an
 * id, a summary and a tag, and every parameter and header needs a description.
 */
const text = { type: 'string', minLength: 1 };
const schema = { type: ['object', 'boolean'] };

const header = {
  type: 'object',
  required: ['description', 'schema', 'example'],
  properties: { required: { type: 'boolean' }, description: text, schema, example: true },
  additionalProperties: false,
};

const mediaType = {
  type: 'object',
  required: ['schema'],
  properties: {
    schema,
    example: true,
    examples: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['value'],
        properties: { summary: text, description: text, value: true },
        additionalProperties: false,
      },
    },
  },
  not: { required: ['example', 'examples'] },
  additionalProperties: false,
};

const content = { type: 'object', minProperties: 1, additionalProperties: mediaType };

const parameter = {
  type: 'object',
  required: ['name', 'in', 'description', 'schema'],
  properties: {
    name: text,
    in: { enum: ['query', 'header', 'path', 'cookie'] },
    description: text,
    required: { type: 'boolean' },
    schema,
    example: true,
  },
  if: { properties: { in: { const: 'path' } } },
  then: { required: ['required'], properties: { required: { const: true } } },
  additionalProperties: false,
};

const operation = {
  type: 'object',
  required: ['operationId', 'summary', 'tags', 'responses'],
  properties: {
    operationId: { type: 'string', pattern: '^[a-z][A-Za-z]+$' },
    summary: text,
    description: text,
    tags: { type: 'array', items: text, minItems: 1 },
    parameters: { type: 'array', items: parameter },
    requestBody: {
      type: 'object',
      required: ['content', 'required'],
      properties: { description: text, required: { type: 'boolean' }, content },
      additionalProperties: false,
    },
    responses: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^([1-5][0-9][0-9]|default)$' },
      additionalProperties: {
        type: 'object',
        required: ['description', 'content', 'headers'],
        properties: { description: text, headers: { type: 'object', additionalProperties: header }, content },
        additionalProperties: false,
      },
    },
    security: { type: 'array', items: { type: 'object' } },
  },
  additionalProperties: false,
};

/** A request that the service sends to its clients. They answer it without a body. */
const webhook = {
  ...operation,
  required: [...operation.required, 'description', 'requestBody'],
  properties: {
    ...operation.properties,
    responses: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^([1-5]([0-9][0-9]|XX)|default)$' },
      additionalProperties: {
        type: 'object',
        required: ['description'],
        properties: { description: text },
        additionalProperties: false,
      },
    },
  },
};

export const openApiStructure = {
  type: 'object',
  required: ['openapi', 'info', 'paths', 'components', 'servers', 'tags', 'security'],
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.[0-9]+$' },
    info: {
      type: 'object',
      required: ['title', 'version', 'description', 'license'],
      properties: {
        title: text,
        version: text,
        description: text,
        contact: { type: 'object' },
        license: { type: 'object', required: ['name'] },
      },
      additionalProperties: false,
    },
    servers: { type: 'array', minItems: 1, items: { type: 'object', required: ['url'] } },
    tags: { type: 'array', items: { type: 'object', required: ['name', 'description'] } },
    security: { type: 'array', minItems: 1, items: { type: 'object' } },
    paths: {
      type: 'object',
      propertyNames: { pattern: '^/' },
      additionalProperties: {
        type: 'object',
        propertyNames: { enum: ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] },
        additionalProperties: operation,
      },
    },
    webhooks: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['post'],
        properties: { post: webhook },
        additionalProperties: false,
      },
    },
    components: {
      type: 'object',
      propertyNames: { enum: ['schemas', 'securitySchemes'] },
      properties: {
        schemas: { type: 'object', propertyNames: { pattern: '^[A-Za-z0-9._-]+$' }, additionalProperties: schema },
        securitySchemes: {
          type: 'object',
          additionalProperties: { type: 'object', required: ['type', 'in', 'name', 'description'] },
        },
      },
    },
  },
  additionalProperties: false,
};
