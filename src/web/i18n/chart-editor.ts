import { inLanguage } from './index.ts';

const en = {
  edit: 'Edit chart',
  kind: 'Chart type',
  table: 'Table',
  honest: 'Only chart types that suit these rows are listed.',
  notStacked: "These values don't add up, so they can't be stacked.",
  values: 'Values',
  axis: 'Axis',
  splitBy: (axis: string, series: string) => `${axis}, split by ${series}`,
  title: 'Chart title',
  titleNote: 'Shown in quotes above the chart. The answer stays as it is.',
  colors: 'Colors',
  palettes: { standard: 'Standard', cool: 'Cool', warm: 'Warm' },
  apply: 'Apply',
  reset: 'Reset',
};

const de: typeof en = {
  edit: 'Diagramm bearbeiten',
  kind: 'Diagrammtyp',
  table: 'Tabelle',
  honest: 'Zur Auswahl stehen nur Diagrammtypen, die diese Zeilen richtig darstellen.',
  notStacked: 'Diese Werte lassen sich nicht sinnvoll addieren und deshalb nicht stapeln.',
  values: 'Werte',
  axis: 'Achse',
  splitBy: (axis, series) => `${axis}, aufgeteilt nach ${series}`,
  title: 'Diagrammtitel',
  titleNote: 'Steht in Anführungszeichen über dem Diagramm. Die Antwort bleibt, wie sie ist.',
  colors: 'Farben',
  palettes: { standard: 'Standard', cool: 'Kühl', warm: 'Warm' },
  apply: 'Übernehmen',
  reset: 'Zurücksetzen',
};

export const chartEditorTexts = inLanguage({ en, de });
