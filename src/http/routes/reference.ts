import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { openApiDocument } from '../openapi.ts';
import { defineRoute, type Route } from '../route.ts';

/** The page and its only script come from here: nothing is loaded from elsewhere. */
const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plumbline API</title>
<script type="module" src="/docs/rapidoc.js"></script></head>
<body><rapi-doc spec-url="/openapi.json" render-style="read" show-header="false" load-fonts="false"
  allow-authentication="true" allow-server-selection="false" theme="light"></rapi-doc></body>
</html>
`;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'";

/** The machine-readable description of `routes`, itself included, and a page that shows it. */
export function referenceRoutes(routes: () => readonly Route[], serverUrl: () => string): Route[] {
  let document: Buffer | undefined;
  let script: Promise<Buffer> | undefined;
  return [
    defineRoute({
      method: 'get',
      path: '/openapi.json',
      summary: 'This description (OpenAPI 3.1.0)',
      tag: 'Reference',
      capability: 'public',
      rate: 'none',
      responses: {
        200: {
          description: 'The document',
          schema: z.looseObject({ openapi: z.literal('3.1.0') }),
        },
      },
      handle({ res }) {
        // Anybody may ask for it as often as they like: it is written once.
        document ??= Buffer.from(JSON.stringify(openApiDocument(routes(), serverUrl())));
        res.type('json').send(document);
        return undefined;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/docs',
      summary: 'The reference as a page',
      tag: 'Reference',
      capability: 'public',
      rate: 'none',
      responses: { 200: { description: 'The page', contentType: 'text/html' } },
      handle({ res }) {
        res.setHeader('Content-Security-Policy', POLICY);
        res.type('html').send(PAGE);
        return undefined;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/docs/rapidoc.js',
      summary: 'The script of the reference page',
      tag: 'Reference',
      capability: 'public',
      rate: 'none',
      responses: { 200: { description: 'The script', contentType: 'text/javascript' } },
      async handle({ res }) {
        script ??= readFile(
          path.join(
            path.dirname(createRequire(import.meta.url).resolve('rapidoc/package.json')),
            'dist/rapidoc-min.js',
          ),
        );
        res.setHeader('Cache-Control', 'public, max-age=86400');
        res.type('text/javascript').send(await script);
        return undefined;
      },
    }),
  ];
}
