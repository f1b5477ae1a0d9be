/**
 * Ends of the names of columns that say which one a row is, in other languages than English, the surest first:
 * `kundenname`, `Bezeichnung`, `Firma`.
 */
export const DISPLAY_ENDINGS: readonly string[] = [
  ...['name', 'bezeichnung', 'titel', 'firma', 'modell'],
  ...['nom', 'nombre', 'nome', 'naam'],
];
