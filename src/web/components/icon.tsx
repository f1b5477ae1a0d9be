/** Lines of 16 × 16, drawn in the colour of the text. */
const PATHS = {
  ask: 'M2.5 3.5h11v7.5h-6L4 13.5V11H2.5z',
  board: 'M2.5 2.5h5v6h-5zM9.5 2.5h4v3.5h-4zM9.5 8h4v5.5h-4zM2.5 10.5h5v3h-5z',
  data: 'M2.5 4a5.5 2 0 1 0 11 0a5.5 2 0 1 0-11 0v8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V4M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2',
  meaning: 'M3 2.5h7l3 3v8H3zM5.5 7h5M5.5 10h3.5',
  operate: 'M2 13.5h12M4 11V7M8 11V3M12 11V5.5',
  plus: 'M8 3v10M3 8h10',
  down: 'M4 6.5 8 10l4-3.5',
  check: 'm3.5 8.5 3 3 6-7',
  seal: 'M8 1.5 13.5 4v4c0 3.3-2.3 5.6-5.5 6.5C4.8 13.6 2.5 11.3 2.5 8V4zM5.5 8l1.8 1.8L10.7 6',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1',
  no: 'M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M5.5 8h5',
  question: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.6 8 9 8 10M8 12.5v.1',
  up: 'M8 13V3M4 7l4-4 4 4',
  stop: 'M5.5 4.5h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1z',
  good: 'M5 7v6H2.5V7zM5 7l2.5-4.5c1 0 1.7.8 1.5 1.8L8.6 6.5h3.6c.9 0 1.5.8 1.3 1.6l-1 3.9c-.2.6-.7 1-1.3 1H5',
  bad: 'M5 9V3H2.5v6zM5 9l2.5 4.5c1 0 1.7-.8 1.5-1.8L8.6 9.5h3.6c.9 0 1.5-.8 1.3-1.6l-1-3.9c-.2-.6-.7-1-1.3-1H5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  pin: 'M6 2.5h4l-.5 4 2 2.5h-7l2-2.5zM8 9v4.5',
  download: 'M8 2.5v7.5M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  link: 'm6.5 9.5 3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M4.5 7 3 8.5A3 3 0 0 0 7.5 13L9 11.5',
  share: 'M8 9.5V2M5 4.5 8 1.5l3 3M5.5 7H3.5v7h9V7h-2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  moon: 'M13 9.5A5.5 5.5 0 1 1 6.5 3 4.5 4.5 0 0 0 13 9.5z',
  next: 'm6 4 4 4-4 4',
  file: 'M4 1.5h5l3.5 3.5v9.5H4zM9 1.5V5h3.5',
  offline: 'm2 2 12 12M3 7a8 8 0 0 1 3-1.7M9 5.2A8 8 0 0 1 13 7M5.5 9.5a4 4 0 0 1 4.5-.5M8 12.5v.1',
  key: 'M2.5 8a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M7.5 8h6v2.5M11 8v2',
  close: 'm4 4 8 8M12 4l-8 8',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  grip: 'M6 4h.1M6 8h.1M6 12h.1M10 4h.1M10 8h.1M10 12h.1',
  again: 'M13 5.5A5.5 5.5 0 1 0 13.5 9M13.5 2.5v3.5H10',
  edit: 'M2.5 13.5l.8-3.3L11 2.5l2.5 2.5-7.7 7.7z',
  sort: 'M8 3v10M4.5 9.5 8 13l3.5-3.5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="ico" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 20 22" aria-hidden="true">
      <path class="cord" d="M10 1v9" />
      <path class="bob" d="M6 10h8l-1.2 5L10 21l-2.8-6z" />
    </svg>
  );
}
