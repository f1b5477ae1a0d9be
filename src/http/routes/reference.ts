import { z } from 'zod';
import { type StaticFile, sendStatic, staticFile } from '../content-coding.ts';
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
  let text: StaticFile | undefined;
  let page: StaticFile | undefined;
  return [
    defineRoute({
      method: 'get',
      path: '/openapi.json',
      summary: 'Get this OpenAPI 3.1 document',
      tag: 'Reference',
      capability: 'public',
      rate: 'none',
      responses: {
        200: {
          description: 'The document',
          schema: z.looseObject({ openapi: z.literal('3.1.0') }),
        },
      },
      handle({ raw, res }) {
        // Anybody may ask for it as often as they like: it is written once.
        text ??= staticFile('application/json; charset=utf-8', JSON.stringify(document()));
        sendStatic(raw, res, text);
        return undefined;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/docs',
      summary: 'Get the API reference page',
      tag: 'Reference',
      capability: 'public',
      rate: 'none',
      responses: { 200: { description: 'The page', contentType: 'text/html' } },
      handle({ raw, res }) {
        res.setHeader('Content-Security-Policy', POLICY);
        page ??= staticFile('text/html; charset=utf-8', referencePage({ ...document() }));
        sendStatic(raw, res, page);
        return undefined;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/docs/reference.js',
      summary: 'Get the script of the reference page',
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
