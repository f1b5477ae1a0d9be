import type { Feedback } from '../../api/answers.ts';
import { Button } from '../../components/button.tsx';
import { feedbackWords } from '../../i18n/feedback.ts';
import { words } from '../../i18n/index.ts';

interface FeedbackFormProps {
  readonly sql: string | null;
  readonly onSend: (feedback: Feedback) => void;
  readonly onCancel: () => void;
}

const REASONS = ['number', 'reading', 'chart', 'other'] as const;

/** What is wrong with an answer: a reason, free words, the SELECT that would be right. */
export function FeedbackForm({ sql, onSend, onCancel }: FeedbackFormProps) {
  const text = feedbackWords();
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const field = (name: string) => String(fields.get(name) ?? '').trim();
        const reason = REASONS.find((one) => one === field('reason'));
        const comment = [reason ? text.reasons[reason] : '', field('comment')].filter(Boolean);
        const correctSql = field('sql');
        onSend({
          rating: 'wrong',
          comment: comment.join(': '),
          ...(correctSql === '' || correctSql === sql?.trim() ? {} : { correctSql }),
        });
      }}
    >
      <h2>{text.wrong}</h2>
      <fieldset>
        <legend class="vh">{text.reason}</legend>
        {REASONS.map((reason) => (
          <label key={reason} class="switch">
            <input type="radio" name="reason" value={reason} />
            {text.reasons[reason]}
          </label>
        ))}
      </fieldset>
      <label for="comment">{text.comment}</label>
      <textarea id="comment" name="comment" dir="auto" maxLength={2000} />
      <label for="sql">{text.sql}</label>
      <textarea id="sql" name="sql" class="mono" dir="ltr" spellcheck={false} rows={5}>
        {sql ?? ''}
      </textarea>
      <p class="meta">{text.sqlNote}</p>
      <div class="row">
        <Button submits look="primary">
          {text.send}
        </Button>
        <Button onClick={onCancel}>{words().cancel}</Button>
      </div>
    </form>
  );
}
