import { columnFormats } from '#src/charts/columns.ts';
import { languageOf } from '#src/charts/format.ts';
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
 * key; one is made for each visit otherwise), `question`, `placeholder`, `lang` (may change), `theme`. The property `tokenSource` takes a
 * function in the place of `token-url`. Fires `plumbline-answer` with the whole answer.
 */
export class PlumblineAsk extends HTMLElement {
  static readonly observedAttributes = ['lang', 'placeholder'];
  /** Gives bearer tokens; told whether the one before was refused. */
  tokenSource: TokenSource | null = null;
  private readonly root = this.attachShadow({ mode: 'open' });
  private readonly input = el('input', { type: 'text', maxlength: '4096', autocomplete: 'off' });
  private readonly send = el('button', { type: 'submit' });
  private readonly out = el('section', { 'aria-live': 'polite' });
  private readonly visitor = `web-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`;
  private session: string | null = null;
  private asking: AbortController | null = null;
  private drawn: { readonly answer: AskAnswer; readonly isWhole: boolean } | null = null;

  connectedCallback(): void {
    this.root.adoptedStyleSheets = [sheet()];
    this.nameControls();
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

  attributeChangedCallback(): void {
    this.nameControls();
    if (this.drawn) this.draw(this.drawn.answer, this.drawn.isWhole);
  }

  private nameControls(): void {
    const { ask, stop, label } = this.words;
    fill(this.send, this.asking ? stop : ask);
    this.input.setAttribute('aria-label', label);
    this.input.placeholder = this.getAttribute('placeholder') ?? label;
  }

  private get language(): string {
    return languageOf(this.getAttribute('lang') ?? document.documentElement.lang);
  }

  private get words() {
    return wordsFor(this.language);
  }

  /** Asks a question of the same conversation and shows its answer. Never fails: what goes wrong is shown. */
  async ask(question: string): Promise<AskAnswer | null> {
    const text = question.trim();
    if (text === '' || this.asking) return null;
    const { words } = this;
    const asking = new AbortController();
    this.asking = asking;
    this.input.value = text;
    this.nameControls();
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
      this.nameControls();
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
    this.drawn = null;
    fill(this.out, ...children);
  }

  private draw(answer: AskAnswer, isWhole: boolean): void {
    const { words } = this;
    const { result, explanation, error, done } = answer;
    const parts: Node[] = [];
    if (error) parts.push(el('p', { class: 'declined', dir: 'auto' }, error.message));
    const { status, reason } = done?.verification ?? {};
    // Until the end is told, the answer may be in any language.
    const lang = done?.language ?? '';
    if (isWhole && result && status) {
      parts.push(el('span', { class: `verdict ${status}` }, words.verdicts[status]));
      // The explanation has it already where it changes what a number means.
      if (status === 'warning' && reason && !explanation?.includes(reason))
        parts.push(el('p', { class: 'warning', dir: 'auto', lang }, reason));
    }
    if (explanation !== null && !error)
      parts.push(el('p', { class: 'words', dir: 'auto', lang }, explanation));
    if (result) parts.push(...this.picture(result), ...this.table(result));
    const next = done?.clarification?.options.map(({ question }) => question) ?? done?.suggestions;
    if (isWhole && next && next.length > 0) parts.push(this.choices(next));
    this.show(...parts);
    this.drawn = { answer, isWhole };
  }

  private picture(result: NonNullable<AskAnswer['result']>): Node[] {
    const { chart, columns_info, rows } = result;
    if (!chart || !columns_info) return [];
    try {
      const data = { chart, columns: columns_info, rows } as unknown as ChartData;
      const width = Math.max(LEAST_WIDTH, this.out.clientWidth);
      const drawn = drawChart(data, { width, lang: this.language, theme: 'css' });
      return [el('figure', {}, toElements<Element>(drawn.root, svgEl))];
    } catch {
      // The table below says the same.
      return [];
    }
  }

  private table(result: NonNullable<AskAnswer['result']>): Node[] {
    const { columns, columns_info, rows, total_rows } = result;
    if (rows.length === 0) return [];
    const shown = rows.slice(0, ROWS);
    const formats = columnFormats(columns, columns_info ?? null, shown, this.language);
    const classOf = (isNumber: boolean) => ({ class: isNumber ? 'number' : '' });
    const head = el(
      'tr',
      {},
      ...formats.map(({ heading, isNumber }) =>
        el('th', { scope: 'col', ...classOf(isNumber) }, heading),
      ),
    );
    const body = shown.map((row) =>
      el(
        'tr',
        {},
        ...formats.map(({ isNumber, text }, at) => {
          const cell = row[at] ?? null;
          return el('td', { dir: 'auto', ...classOf(isNumber) }, cell === null ? '–' : text(cell));
        }),
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
  if (!response.ok)
    throw new PlumblineError(
      `The page's server didn't return a token (${response.status}). Check token-url.`,
    );
  const { token } = (await response.json()) as { readonly token: string };
  return token;
}

if (!customElements.get('plumbline-ask')) customElements.define('plumbline-ask', PlumblineAsk);
