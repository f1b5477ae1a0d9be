import {
  autocompletion,
  type Completion,
  completeFromList,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

interface SqlEditor {
  readonly text: () => string;
  readonly close: () => void;
}

interface SqlEditorOptions {
  readonly text: string;
  /** Names the field for screen readers. */
  readonly label: string;
  /** Columns by table, for completion. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly onRun: () => void;
}

/** Colours and sizes are the page's: custom properties reach into the shadow root. */
const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: 'var(--t-s)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-content': {
    minHeight: '96px',
    padding: '12px 16px',
    fontFamily: 'var(--mono)',
    caretColor: 'var(--text)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--control)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
  },
});
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--verified)' },
  { tag: tags.comment, color: 'var(--text-3)' },
]);

/** Every column once, with the tables that have it: most statements name columns alone. */
function columnsOf(names: SqlEditorOptions['names']): readonly Completion[] {
  const tables = new Map<string, string[]>();
  for (const [table, columns] of Object.entries(names))
    for (const column of columns) tables.set(column, [...(tables.get(column) ?? []), table]);
  return [...tables].map(([label, of]) => ({ label, type: 'property', detail: of.join(', ') }));
}

/**
 * Typed text is put in here: Chrome gives what it puts in itself the colour of the word before, in a style attribute,
 * which the page's policy forbids.
 */
const typing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return false;
    const typed = view.state.replaceSelection(event.data);
    view.dispatch(typed, { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** An editor in a shadow root of `host`: there its styles are adopted style sheets, which the page's policy allows. */
export function openSqlEditor(
  host: HTMLElement,
  { text, label, names, onRun }: SqlEditorOptions,
): SqlEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const run = () => {
    onRun();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        // Tab leaves the editor, as it does every other field.
        keymap.of([
          { key: 'Mod-Enter', run },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        sql({ dialect: PostgreSQL, schema: names, upperCaseKeywords: true }),
        PostgreSQL.language.data.of({ autocomplete: completeFromList(columnsOf(names)) }),
        autocompletion(),
        syntaxHighlighting(colours),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        typing,
        look,
      ],
    }),
  });
  view.focus();
  return { text: () => view.state.doc.toString(), close: () => view.destroy() };
}
