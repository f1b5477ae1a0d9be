import { type CallOptions, jsonOf, type Sending, type Service, send } from './service.ts';
import { type FormOptions, sendForm } from './upload.ts';

/** A call of the API: parameters of path and query by their names, beside them the `body`. */
export type Call<P, A, O = CallOptions> =
  Partial<P> extends P
    ? (service: Service, parameters?: P, options?: O) => Promise<A>
    : (service: Service, parameters: P, options?: O) => Promise<A>;

export interface UploadOptions extends FormOptions {
  /** Name of the file; needed for a `Blob` that has none of its own. */
  readonly filename?: string;
}

type Parameters = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';

/** A call that answers with JSON. */
export function json<P, A>(method: string, template: string): Call<P, A> {
  const call = async (service: Service, parameters: Parameters = {}, options: CallOptions = {}) =>
    jsonOf<A>(
      await send(service, requestOf(method, template, parameters, JSON_TYPE), options),
      options,
    );
  return call as Call<P, A>;
}

/** A call that answers with a file or text: the response as it is, its body unread. */
export function raw<P>(method: string, template: string): Call<P, Response> {
  const call = (service: Service, parameters: Parameters = {}, options: CallOptions = {}) =>
    send(service, requestOf(method, template, parameters, '*/*'), options);
  return call as Call<P, Response>;
}

/** A call that sends a form with a file. */
export function form<P extends { readonly body: object }, A>(method: string, template: string) {
  return (service: Service, parameters: P, options: UploadOptions = {}): Promise<A> => {
    const { body, ...others } = parameters as Parameters & P;
    const path = pathOf(template, others);
    const sending = { method, path, accept: JSON_TYPE };
    return sendForm<A>(service, sending, formOf(body, options), bytesOf(body), options);
  };
}

/** What is sent for a call with a JSON body or none. */
export function requestOf(
  method: string,
  template: string,
  parameters: Parameters,
  accept: string,
): Sending {
  const { body, ...others } = parameters;
  const path = pathOf(template, others);
  if (body === undefined) return { method, path, accept };
  return { method, path, accept, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

/** Puts parameters into their places in the path, the others behind it as its query. */
function pathOf(template: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  const left = new Map(Object.entries(parameters));
  const path = template.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const value = String(left.get(name) ?? '');
    left.delete(name);
    // Addresses are normalised on their way: a part of dots would change what is called.
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`${name} must be an ID or a name, not "${value}".`);
    return encodeURIComponent(value);
  });
  for (const [name, value] of left)
    if (value !== undefined && value !== null) query.append(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

function formOf(fields: object, { filename }: UploadOptions): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value instanceof Blob) {
      const own = 'name' in value && typeof value.name === 'string' ? value.name : undefined;
      made.append(name, value, filename ?? own ?? 'data.csv');
    } else if (value !== undefined) made.append(name, String(value));
  }
  return made;
}

const bytesOf = (fields: object): number =>
  Object.values(fields).reduce((sum, value) => sum + (value instanceof Blob ? value.size : 0), 0);
