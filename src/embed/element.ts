import { drawChart, toElements } from '#src/charts/index.ts';
import type { ChartData } from '#src/charts/types.ts';
import {
  type AskAnswer,
  askStream,
  connect,
  NO_ANSWER_YET,
  PlumblineError,
  type Service,
  StreamCutError,
  type TokenSource,
  whoami,
  withEvent,
} from '#src/client/index.ts';
import { el, fill, svgEl } from './dom.ts';
import { sheet } from './sheet.ts';
import { wordsFor } from './words.ts';

/** Rows that the table of an answer shows at the most; the rest is counted below it. */
const ROWS = 50;
/** Heard where a page is narrower than its chart can be. */
const LEAST_WIDTH = 240;

/**
 * `<plumbline-ask>`: a question and its answer on any page. Attributes: `url` (of the service; where its script came
 * from otherwise), `api-key` (ask-only, with allowed origins) or `token-url` (of the page's own server: gives
 * `{"token": "…"}`), `client-id` (needed with a token; that of the key otherwise), `workspace-id`, `end-user-id` (with a
 * key; one is made for each visit otherwise), `question`, `placeholder`, `lang`, `theme`. The property `tokenSource` takes a
 * function in the place of `token-url`. Fires `plumbline-answer` with the whole answer.
 */
export class PlumblineAsk extends HTMLElement {
  /** Gives bearer tokens; told whether the one before was refused. */
  tokenSource: TokenSource | null = null;
  private readonly root = this.attachShadow({ mode: 'open' });
  private readonly input = el('input', { type: 'text', maxlength: '4096', autocomplete: 'off' });
  private readonly send = el('button', { type: 'submit' });
  private readonly out = el('section', { 'aria-live': 'polite' });
  private readonly visitor = `web-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`;
  private session: string | null = null;
  private asking: AbortController | null = null;

  connectedCallback(): void {
    const { ask, label } = this.words;
    this.root.adoptedStyleSheets = [sheet()];
    fill(this.send, ask);
    this.input.setAttribute('aria-label', label);
    this.input.placeholder = this.getAttribute('placeholder') ?? label;
    const form = el('form', {}, this.input, this.send);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.asking) this.asking.abort();
      else void this.ask(this.input.value);
    });
    fill(this.root, form, this.out);
    const question = this.getAttribute('question');
    // A page fills the field; only its reader spends a question.
    if (question) this.input.value = question;
  }

  disconnectedCallback(): void {
    this.asking?.abort();
  }

  private get words() {
    return wordsFor(this.getAttribute('lang') ?? document.documentElement.lang);
  }

  /** Asks a question of the same conversation and shows its answer. Never fails: what goes wrong is shown. */
  async ask(question: string): Promise<AskAnswer | null> {
    const text = question.trim();
    if (text === '' || this.asking) return null;
    const { words } = this;
    const asking = new AbortController();
    this.asking = asking;
    this.input.value = text;
    fill(this.send, words.stop);
    this.show(el('p', { class: 'note' }, words.working));
    let answer = NO_ANSWER_YET;
    try {
      const service = this.service();
      const client_id = this.getAttribute('client-id') ?? (await this.tenantOfKey(service));
      if (client_id === null) throw new PlumblineError(words.noTenant);
      const chat = this.session === null ? { new_session: true } : { session_id: this.session };
      const workspace_id = this.getAttribute('workspace-id') ?? undefined;
      const body = { query: text, ...chat, workspace_id, max_rows: ROWS };
      for await (const event of askStream(
        service,
        { client_id, body },
        { signal: asking.signal },
      )) {
        answer = withEvent(answer, event);
        if (event.event === 'result' || event.event === 'explanation') this.draw(answer, false);
      }
      this.session = answer.sessionId ?? this.session;
      this.draw(answer, true);
      this.dispatchEvent(
        new CustomEvent('plumbline-answer', { detail: answer, bubbles: true, composed: true }),
      );
      return answer;
    } catch (error) {
      this.fail(error, asking.signal);
      return null;
    } finally {
      this.asking = null;
      fill(this.send, words.ask);
    }
  }

  /** Null without a key: tokens are taken below a tenant's path alone. */
  private async tenantOfKey(service: Service): Promise<string | null> {
    return this.hasAttribute('api-key') ? (await whoami(service)).client_id : null;
  }

  private service(): Service {
    const url = this.getAttribute('url') ?? SCRIPT_ORIGIN;
    const apiKey = this.getAttribute('api-key') ?? undefined;
    // A token says itself whom it is for.
    const endUserId = this.getAttribute('end-user-id') ?? (apiKey ? this.visitor : undefined);
    const tokenUrl = this.getAttribute('token-url');
    const token = this.tokenSource ?? (tokenUrl === null ? undefined : () => tokenOf(tokenUrl));
    return connect({ url, apiKey, endUserId, ...(token ? { token } : {}) });
  }

  private fail(error: unknown, signal: AbortSignal): void {
    const { words } = this;
    if (signal.aborted) {
      this.show(el('p', { class: 'note' }, words.stopped));
      return;
    }
    if (error instanceof StreamCutError && error.answer.result) {
      this.draw(error.answer, false);
      this.out.append(el('p', { class: 'warning' }, words.cut));
      return;
    }
    const text = error instanceof PlumblineError ? error.message : words.failed;
    this.show(el('p', { role: 'alert', class: 'error' }, text));
  }

  private show(...children: readonly Node[]): void {
    fill(this.out, ...children);
  }

  private draw(answer: AskAnswer, isWhole: boolean): void {
    const { words } = this;
    const { result, explanation, error, done } = answer;
    const parts: Node[] = [];
    if (error) parts.push(el('p', { class: 'declined', dir: 'auto' }, error.message));
    const verdict = done?.verification?.status;
    if (isWhole && result && verdict)
      parts.push(el('span', { class: `verdict ${verdict}` }, words.verdicts[verdict]));
    if (explanation !== null && !error)
      parts.push(el('p', { class: 'words', dir: 'auto', lang: 'en' }, explanation));
    if (result) parts.push(...this.picture(result), ...this.table(result));
    const next = done?.clarification?.options.map(({ question }) => question) ?? done?.suggestions;
    if (isWhole && next && next.length > 0) parts.push(this.choices(next));
    this.show(...parts);
  }

  private picture(result: NonNullable<AskAnswer['result']>): Node[] {
    const { chart, columns_info, rows } = result;
    if (!chart || !columns_info) return [];
    try {
      const data = { chart, columns: columns_info, rows } as unknown as ChartData;
      const width = Math.max(LEAST_WIDTH, this.out.clientWidth);
      const lang = this.words.code;
      const drawn = drawChart(data, { width, lang, theme: 'css' });
      return [el('figure', {}, toElements<Element>(drawn.root, svgEl))];
    } catch {
      // The table below says the same.
      return [];
    }
  }

  private table(result: NonNullable<AskAnswer['result']>): Node[] {
    const { columns, rows, total_rows } = result;
    if (rows.length === 0) return [];
    const head = el('tr', {}, ...columns.map((name) => el('th', { scope: 'col' }, name)));
    const body = rows
      .slice(0, ROWS)
      .map((row) =>
        el(
          'tr',
          {},
          ...row.map((cell) =>
            el(
              'td',
              { dir: 'auto', class: typeof cell === 'number' ? 'number' : '' },
              textOf(cell),
            ),
          ),
        ),
      );
    const table = el('table', {}, el('thead', {}, head), el('tbody', {}, ...body));
    const scroller = el(
      'div',
      { class: 'scroller', tabindex: '0', role: 'group', 'aria-label': this.words.rows },
      table,
    );
    const rest = (total_rows ?? rows.length) - Math.min(rows.length, ROWS);
    return rest > 0 ? [scroller, el('p', { class: 'note' }, this.words.more(rest))] : [scroller];
  }

  private choices(questions: readonly string[]): Node {
    return el(
      'div',
      { class: 'choices' },
      ...questions.map((question) => {
        const button = el('button', { type: 'button', class: 'choice' }, question);
        button.addEventListener('click', () => void this.ask(question));
        return button;
      }),
    );
  }
}

/** Where this script came from: the service itself. */
const SCRIPT_ORIGIN =
  document.currentScript instanceof HTMLScriptElement
    ? new URL(document.currentScript.src).origin
    : location.origin;

async function tokenOf(url: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new PlumblineError(`No token was given (${response.status}).`);
  const { token } = (await response.json()) as { readonly token: string };
  return token;
}

const textOf = (cell: string | number | boolean | null): string =>
  cell === null ? '–' : typeof cell === 'number' ? cell.toLocaleString() : String(cell);

if (!customElements.get('plumbline-ask')) customElements.define('plumbline-ask', PlumblineAsk);
