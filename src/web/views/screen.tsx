import type { ComponentChildren } from 'preact';
import { useTitle } from './title.ts';

interface ScreenProps {
  readonly title: string;
  /** Beside the title: what the screen can do. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of every screen but Ask: its heading, its actions, its content; names the document, too. */
export function Screen({ title, actions, children }: ScreenProps) {
  useTitle(title);
  return (
    <div class="screen">
      <header class="row head">
        <h1>{title}</h1>
        {actions && <div class="row end">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
