import type { DeliveryRecord, WebhookRecord, WebhooksService } from '#src/webhooks/types.ts';

const AT = '2026-11-01T00:00:00.000';
const hook: WebhookRecord = {
  id: 'wh_1',
  url: 'https://hooks.example.com/in',
  description: '',
  events: ['file.ready'],
  client_id: null,
  workspace_id: null,
  status: 'active',
  disabled_reason: null,
  failing_since: null,
  previous_secret_until: null,
  created_at: AT,
};
const delivery: DeliveryRecord = {
  id: 'whd_1',
  event_id: 'evt_1',
  event_type: 'file.ready',
  status: 'delivered',
  attempts: 1,
  last_status: 204,
  last_error: null,
  next_attempt_at: null,
  log: [{ at: AT, status: 204, error: null, duration_ms: 12 }],
  created_at: AT,
};

/** One webhook and one delivery, whatever is asked of them. */
export function createFakeWebhooks(): WebhooksService {
  const withSecret = async () => ({ ...hook, secret: 'whsec_c2VjcmV0' });
  return {
    list: async () => ({ webhooks: [hook], next_cursor: null }),
    create: withSecret,
    change: async () => hook,
    remove: async () => ({ deleted: hook.id }),
    rotateSecret: withSecret,
    deliveries: async () => ({ deliveries: [delivery], next_cursor: null }),
    test: async () => delivery,
    replay: async () => delivery,
  };
}
