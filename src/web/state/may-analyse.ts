import { computed } from '@preact/signals';
import { mayManage, session } from './session.ts';

/** Whether who is here may run SQL of their own, and share with everybody. */
export const mayAnalyse = computed(
  () =>
    mayManage.value || (session.value.kind === 'in' && session.value.person?.role === 'analyst'),
);
