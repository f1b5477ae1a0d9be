import { z } from 'zod';
import { openApiDocument } from '../openapi.ts';
import { REFERENCE_SCRIPT, referencePage } from '../reference-page.ts';
import { defineRoute, type Route } from '../route.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The machine-readable description of `routes`, itself included, and a page that shows it. */
export function referenceRoutes(routes: () => readonly Route[], serverUrl: () => string): Route[] {
  let made: ReturnType<typeof openApiDocument> | undefined;
  const document = () => {
    made ??= openApiDocument(routes(), serverUrl());
    return made;
  };
  let text: Buffer | undefined;
  let page: Buffer | undefined;
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
        text ??= Buffer.from(JSON.stringify(document()));
        res.type('json').send(text);
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
        page ??= Buffer.from(referencePage({ ...document() }));
        res.type('html').send(page);
        return undefined;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/docs/reference.js',
      summary: 'The script of the reference page',
      tag: 'Reference',
      capability: 'public',
      rate: 'none',
      responses: { 200: { description: 'The script', contentType: 'text/javascript' } },
      handle({ res }) {
        res.setHeader('Cache-Control', 'public, max-age=86400');
        res.type('text/javascript').send(REFERENCE_SCRIPT);
        return undefined;
      },
    }),
  ];
}
