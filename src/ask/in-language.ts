import type {
  Answer,
  AskEvent,
  EnglishAnswer,
  EnglishEvent,
  Verification,
} from '#src/ask/types.ts';
import { partlyEnglish, type Voice } from '#src/ask/voice.ts';
import type { Check } from '#src/check/types.ts';
import { verdict } from '#src/check/verdict.ts';
import type { Speaker } from '#src/texts/speaker.ts';

type Failed = Pick<
  NonNullable<Answer['error']>,
  'message' | 'declineReason' | 'hint' | 'suggestions'
>;

/** Translates every text of an answer, which is made in English, into the language of the asker. */
export class AnswersIn {
  readonly #speaker: Speaker;
  readonly #note: Voice['note'];
  /** Whether a text had no translation. */
  #isPartlyEnglish = false;

  constructor({ speaker, note }: Voice) {
    this.#speaker = speaker.noticing(() => {
      this.#isPartlyEnglish = true;
    });
    this.#note = note;
  }

  event(event: EnglishEvent): AskEvent {
    switch (event.event) {
      case 'explanation':
        return { event: 'explanation', text: this.#texts(event.told) };
      case 'error':
        return { ...event, ...this.#failure(event) };
      case 'result':
        return { ...event, lineage: this.#lineage(event.lineage) };
      default:
        return event;
    }
  }

  answer({ told: explained, ...english }: EnglishAnswer): Answer {
    const { error, clarification, assumptions, verification, lineage } = english;
    const [failed, ...rest] = explained;
    const explanation =
      error && failed === error.message
        ? [this.#failed(error), this.#texts(rest)].filter(Boolean).join(' ')
        : this.#texts(explained);
    const told = assumptions.map((one) => this.#speaker.text(one));
    const said = { ...english, explanation, language: this.#speaker.language, assumptions: told };
    if (this.#speaker.isEnglish && this.#note === null) return said;
    // A translated answer isn't the same as the kept English one.
    const { sameAs: _, ...own } = said;
    const translated = {
      ...own,
      lineage: this.#lineage(lineage),
      verification: this.#verification(verification),
      error: error && { ...error, ...this.#failure(error) },
      clarification: clarification && {
        ...clarification,
        question: this.#speaker.text(clarification.question),
        options: clarification.options.map((one) => ({
          ...one,
          label: this.#speaker.label(one.label),
        })),
      },
      nextQuestions: english.nextQuestions.map((one) => this.#speaker.question(one)),
    };
    const note = this.#isPartlyEnglish ? partlyEnglish(this.#speaker) : this.#note;
    return note === null
      ? translated
      : { ...translated, assumptions: [this.#speaker.text(note), ...told] };
  }

  #texts(told: EnglishAnswer['told']): string {
    return told.map((one) => this.#speaker.text(one)).join(' ');
  }

  #lineage(lineage: Answer['lineage']): Answer['lineage'] {
    if (lineage === null || this.#speaker.isEnglish) return lineage;
    const labels = (texts: readonly string[]) => texts.map((one) => this.#speaker.label(one));
    return {
      ...lineage,
      text: this.#speaker.lineage(lineage.text),
      measures: labels(lineage.measures),
      filters: labels(lineage.filters),
      grouped_by: labels(lineage.grouped_by),
    };
  }

  #verification(verification: Verification): Verification {
    const checks = verification.checks.map(
      (check): Check => ({ ...check, detail: this.#speaker.text(check.detail) }),
    );
    const telling = checks.filter(({ outcome }) => outcome === verification.status);
    const reason =
      telling.length > 0 && verification.reason === verdict(verification.checks).reason
        ? telling.map(({ detail }) => detail).join(' ')
        : this.#speaker.text(verification.reason);
    return { ...verification, checks, reason };
  }

  /** The message of a decline; without a translation, its reason followed by the English message. */
  #failed({ message: failed, declineReason }: Failed): string {
    const own = this.#speaker.translated(failed);
    if (own !== null) return own;
    const reason = declineReason && this.#speaker.declined(declineReason);
    return reason ? `${reason} (${failed})` : failed;
  }

  #failure(failure: Failed) {
    const { hint, suggestions } = failure;
    return {
      message: this.#failed(failure),
      hint: hint === null ? null : this.#speaker.text(hint),
      suggestions: suggestions.map((one) => ({
        ...one,
        resolved: this.#speaker.question(one.resolved),
      })),
    };
  }
}
