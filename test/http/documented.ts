import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import type { Response } from 'supertest';

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Documented {
  readonly document: ApiDocument;
  /** Fails where status, content type or body of a response is not what the document says. */
  expectDocumented(response: Response): Response;
  /** Fails where a value does not fit a named schema of the document. */
  expectFits(name: string, value: unknown): void;
  /** Fails where the data of a stream's event does not fit its schema in the document. */
  expectDocumentedEvent(event: string, data: unknown): void;
}

/** Holds responses to an OpenAPI document. */
export function documentedBy(document: ApiDocument): Documented {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document as object, 'api');
  const check = (pointer: string, value: unknown, what: string) => {
    const validate = ajv.getSchema(`api#${pointer}`);
    expect(validate, `schema of ${what}`).to.be.a('function');
    const fits = validate!(value);
    expect(fits, `${what}: ${JSON.stringify(validate!.errors)} in ${JSON.stringify(value)}`).to.be
      .true;
  };
  return {
    document,
    expectDocumented(response) {
      const { method, path: url } = response.request as unknown as {
        method: string;
        path?: string;
      };
      const address = new URL(url ?? (response.request as { url: string }).url, 'http://service');
      const path = templateOf(Object.keys(document.paths), address.pathname);
      const operation = document.paths[path]?.[method.toLowerCase()];
      const what = `${method} ${path} ${response.status}`;
      const described = operation?.responses[String(response.status)];
      expect(described, `${what} is documented`).to.exist;
      const types = Object.keys(described!.content ?? {});
      expect(types, `content type of ${what}`).to.include(response.type);
      expect(response.headers['x-request-id'], `request id of ${what}`).to.be.a('string');
      if (response.type === 'application/json')
        check(
          `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${response.status}/content/application~1json/schema`,
          typeof response.body === 'string' ? JSON.parse(response.body) : response.body,
          what,
        );
      return response;
    },
    expectFits: (name, value) => check(`/components/schemas/${name}`, value, name),
    expectDocumentedEvent(event, data) {
      const name = `${event[0]!.toUpperCase()}${event.slice(1)}Event`;
      check(`/components/schemas/${name}`, data, `event ${event}`);
    },
  };
}

const escaped = (path: string) => encodeURIComponent(path.replaceAll('/', '~1'));

/** The template that an address is of; the one with fewest parameters where several fit. */
function templateOf(templates: readonly string[], path: string): string {
  const fitting = templates.filter((template) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  fitting.sort((a, b) => a.split('{').length - b.split('{').length);
  expect(fitting, `a documented path for ${path}`).to.not.be.empty;
  return fitting[0]!;
}
