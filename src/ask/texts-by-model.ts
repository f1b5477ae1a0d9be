import type { SpeakerByModel } from '#src/texts/by-model/catalogue.ts';
import type { Fault } from '#src/texts/by-model/fault.ts';
import type { LanguageByModel, Phrase } from '#src/texts/by-model/phrases.ts';

/** Whose translations they are: the model of one tenant never words the answers of another. */
export interface TextAuthor {
  /** The workspace or tenant that chose the model; both null: the deployment. */
  readonly clientId: string | null;
  readonly workspaceId: string | null;
  /** `provider/model` */
  readonly model: string;
}

/** A phrase with what the model made of it. */
export interface TranslatedPhrase extends Pick<Phrase, 'kind' | 'template' | 'form'> {
  /** With numbered placeholders; null: the model gave none that can be used. */
  readonly text: string | null;
  /** Why it can't be used. */
  readonly fault: Fault | null;
  /** How often the model was asked for it. */
  readonly attempts: number;
  readonly updatedAt: string;
}

/** The languages that models translate our texts into. */
export interface TextsByModel {
  /**
   * The language as far as the model has translated it. What is missing is asked for in the background; the workspace
   * pays for it.
   */
  speaker(
    author: TextAuthor,
    language: LanguageByModel,
    workspaceId: string,
  ): Promise<SpeakerByModel>;
  /** Every phrase of a language with what the model made of it; null: it wasn't asked yet. */
  list(
    author: TextAuthor,
    language: LanguageByModel,
  ): Promise<readonly { readonly phrase: Phrase; readonly made: TranslatedPhrase | null }[]>;
}
