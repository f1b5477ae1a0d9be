import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Turn } from '../../state/thread.ts';

/** The id of the turn that is being read: the last one that begins in the upper part of what is in view. */
export function useTurnInView(
  thread: { readonly current: HTMLElement | null },
  turns: readonly Turn[],
): Signal<string | null> {
  const inView = useSignal<string | null>(null);
  const count = turns.length;
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const line = innerHeight * 0.4;
      const found = [
        ...(thread.current?.querySelectorAll<HTMLElement>('[data-turn]') ?? []),
      ].findLast((article) => article.getBoundingClientRect().top <= line);
      inView.value = found?.dataset['turn'] ?? null;
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    soon();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [count]);
  return inView;
}
