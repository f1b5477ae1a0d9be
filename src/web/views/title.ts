import { useLayoutEffect } from 'preact/hooks';

/** Names the document after what it shows. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title === '' ? 'Plumbline' : `${title} · Plumbline`;
  }, [title]);
}
