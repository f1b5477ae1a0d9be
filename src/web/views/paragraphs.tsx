/** A plain text as it was written: paragraphs between blank lines, lines as they break. */
export const Paragraphs = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/\n\s*\n/).map((paragraph, at) => (
      <p key={at} class="written" dir="auto">
        {paragraph}
      </p>
    ))}
  </>
);
