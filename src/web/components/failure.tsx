import { manageTexts } from '../i18n/manage.ts';
import { Button } from './button.tsx';

interface FailureProps {
  /** What was thrown; nothing is shown for null. */
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What went wrong, in the words of the service, with the id that support asks for. */
export function Failure({ error, onRetry }: FailureProps) {
  if (error === null || error === undefined) return null;
  const text = manageTexts();
  const { message, requestId, status } = error as {
    readonly message?: string;
    readonly requestId?: string | null;
    readonly status?: number;
  };
  const said = message ?? String(error);
  return (
    <div class="failure" role="alert">
      <p dir="auto">
        {status === 403 ? `${text.notWithKey} ` : ''}
        {text.failed(said, status !== undefined && status >= 500 ? (requestId ?? '') : '')}
      </p>
      {onRetry && <Button onClick={onRetry}>{text.again}</Button>}
    </div>
  );
}
