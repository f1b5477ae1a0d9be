import { useEffect } from 'preact/hooks';

/** Names the document after what it shows. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Plumbline' : `${title} · Plumbline`;
  }, [title]);
}
