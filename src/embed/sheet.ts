/** Colours of the light and the dark theme; docs/integrate.md sends readers here for their names. */
const LIGHT = {
  surface: '#FFFFFF',
  sunken: '#F1F1ED',
  text: '#17191C',
  'text-2': '#474C54',
  'text-3': '#626872',
  border: '#878D96',
  grid: '#E4E4DF',
  axis: '#878D96',
  accent: '#2645C0',
  'on-accent': '#FFFFFF',
  error: '#B1261D',
  warning: '#855000',
  c1: '#2F55D4',
  c2: '#A34A1C',
  c3: '#189F95',
  c4: '#67458A',
  c5: '#B6840C',
  c6: '#6E1B2C',
  'c-rest': '#9AA0A8',
};
const DARK: typeof LIGHT = {
  surface: '#171A1D',
  sunken: '#0C0E10',
  text: '#ECEEF0',
  'text-2': '#B6BCC4',
  'text-3': '#969DA7',
  border: '#6B727C',
  grid: '#2A2F34',
  axis: '#6B727C',
  accent: '#9DB2FF',
  'on-accent': '#0D1433',
  error: '#FFA29A',
  warning: '#F2C06A',
  c1: '#8FA8FF',
  c2: '#E0934F',
  c3: '#4BEAD6',
  c4: '#9560CB',
  c5: '#F7DC5E',
  c6: '#C4485E',
  'c-rest': '#737A84',
};

/** Each colour is the page's `--plumbline-…` where it sets one. */
const colours = (theme: typeof LIGHT) =>
  Object.entries(theme)
    .map(([name, value]) => `--${name}: var(--plumbline-${name}, ${value});`)
    .join('');

const RULES = `
:host { display: block; color-scheme: light; ${colours(LIGHT)}
  color: var(--text); background: var(--surface); font: 15px/1.5 var(--plumbline-font, system-ui, sans-serif);
  padding: 16px; border-radius: var(--plumbline-radius, 10px); }
:host([hidden]) { display: none; }
:host([theme='dark']) { color-scheme: dark; ${colours(DARK)} }
@media (prefers-color-scheme: dark) { :host([theme='auto']) { color-scheme: dark; ${colours(DARK)} } }
form { display: flex; gap: 8px; }
input { flex: 1; min-width: 0; font: inherit; color: inherit; background: var(--surface); padding: 8px 12px;
  border: 1px solid var(--border); border-radius: 6px; }
button { font: inherit; min-height: 40px; padding: 0 16px; border-radius: 6px; border: 1px solid var(--accent);
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.choices { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.choice { background: var(--surface); color: var(--accent); text-align: start; padding: 4px 12px; }
.note { color: var(--text-3); } .error { color: var(--error); } .warning { color: var(--warning); }
.verdict { display: inline-block; margin-top: 12px; padding: 0 8px; border: 1px solid var(--border); border-radius: 99px;
  font-size: 13px; color: var(--text-2); }
.verdict.warning { color: var(--warning); border-color: var(--warning); }
.words { unicode-bidi: plaintext; margin: 8px 0; }
figure { margin: 12px 0; direction: ltr; overflow-x: auto; }
figure svg { display: block; max-width: 100%; }
.scroller { overflow: auto; max-height: 320px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--grid); }
th { position: sticky; top: 0; background: var(--surface); color: var(--text-2); font-weight: 550; }
td.number, th.number { text-align: end; }
`;

let made: CSSStyleSheet | null = null;

/** One sheet for all elements of a page; constructed, so that a page's `style-src` does not forbid it. */
export function sheet(): CSSStyleSheet {
  if (made) return made;
  made = new CSSStyleSheet();
  made.replaceSync(RULES);
  return made;
}
