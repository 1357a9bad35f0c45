import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';

const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const libraryFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'favicon-32x32.png'];

const title = 'Data Access Service';

/**
 * The HTML of the page `/docs`.
 * @param base the URL path under which the page finds its own files
 */
const html = (base: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="${base}favicon-32x32.png" />
    <link rel="stylesheet" href="${base}swagger-ui.css" />
    <link rel="stylesheet" href="${base}page.css" />
  </head>
  <body>
    <main id="reference"></main>
    <script src="${base}swagger-ui-bundle.js"></script>
    <script src="${base}swagger-ui-standalone-preset.js"></script>
    <script src="${base}page.js"></script>
  </body>
</html>
`;

/**
 * The script of the page. It starts the library, which keeps the API key in the browser's storage. It also adds what the library
 * lacks for screen readers and keyboards. Inputs get names, scrollable areas can be focused, and each operation has a single
 * button instead of a button with a link in it.
 */
const script = `
const missing = [
  ['.body-param__text', 'aria-label', 'Request body'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.curl, .microlight', 'tabindex', '0'],
];
new MutationObserver(() => {
  for (const [selector, attribute, value] of missing) {
    for (const element of document.querySelectorAll(selector)) {
      if (!element.hasAttribute(attribute)) element.setAttribute(attribute, value);
    }
  }
}).observe(document.body, { childList: true, subtree: true });
SwaggerUIBundle({
  url: new URL('../openapi.json', document.currentScript.src).href,
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [{ wrapComponents: { DeepLink: (_, { React }) => ({ text }) => React.createElement('span', null, text) } }],
  layout: 'StandaloneLayout',
});
`;

/**
 * The styles of the page. They give texts a contrast of at least 4.5 to 1, in light and dark colours. They also hide the
 * library's logo, and its list of servers, which has only one entry.
 */
const style = `
body { margin: 0; background: #fafafa; }
html.dark-mode body { background: #1c2022; }
.swagger-ui .topbar .link, .swagger-ui .topbar .download-url-wrapper { display: none; }
.swagger-ui .servers, .swagger-ui .servers-title { display: none; }
html:not(.dark-mode) .swagger-ui .info .title small { background: #5b6270; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #3f6b00; }
html:not(.dark-mode) .swagger-ui .info a { color: #1f5fae; }
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #0a6b42; border-color: #0a6b42; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #0a6b42; }
html:not(.dark-mode) .swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
html:not(.dark-mode) .swagger-ui .btn.execute { background: #1f5fae; border-color: #1f5fae; }
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method { background: #0a6b42; }
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method { background: #1f5fae; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #595959; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #4a4a4a; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-json-viewer__name { color: #4a4a4a; }
html:not(.dark-mode) .swagger-ui .download-contents { background: #5b6270; }
html:not(.dark-mode) .swagger-ui .renderedMarkdown code { color: #6a00c4; }
html.dark-mode .swagger-ui .opblock .btn.try-out__btn.cancel { color: #ff8a80; border-color: #ff8a80; }
html.dark-mode .swagger-ui .headers .header-col { color: #e4e6e6; }
@media (max-width: 600px) {
  .swagger-ui .opblock .opblock-section-header, .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .parameters-col_name { width: 30%; min-width: 0; }
}
`;

/** Serves the page `/docs`, which loads nothing from other hosts. */
export function serveReferencePage(app: NestExpressApplication): void {
  const server = app.getHttpAdapter().getInstance();
  server.get('/docs', (request, response) => {
    response.type('html').send(html(request.path.endsWith('/') ? '' : 'docs/'));
  });
  server.use('/docs', (request, response, next) => {
    const file = ['GET', 'HEAD'].includes(request.method) ? request.path.slice(1) : '';
    if (file === 'page.js') response.type('js').send(script);
    else if (file === 'page.css') response.type('css').send(style);
    else if (libraryFiles.includes(file)) response.sendFile(join(library, file));
    else next();
  });
}
