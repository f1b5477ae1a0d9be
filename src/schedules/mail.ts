import type { Transporter } from 'nodemailer';
import type { Config } from '#config/schema.ts';
import { type Message, type MessagePart, mailHtml, mailText } from './message.ts';

export interface Mailer {
  /** Resolves when the server has taken it. Fails with `MailRefused` where another attempt cannot help. */
  send(
    to: readonly string[],
    message: Message,
    id: string,
    pictures: ReadonlyMap<MessagePart, Buffer>,
  ): Promise<void>;
  close(): void;
}

/** The server refused the sender, a recipient or the mail for good. */
export class MailRefused extends Error {}

/** A permanent failure (RFC 5321, 4.2.1). */
const PERMANENT = 500;

/** Null where no mail server is configured. */
export function createMailer({
  mail,
  schedules,
}: Pick<Config, 'mail' | 'schedules'>): Mailer | null {
  const { url } = mail;
  if (url === null) return null;
  const ms = schedules.timeout_ms;
  let transport: Transporter | null = null;
  return {
    async send(to, message, id, pictures) {
      const attached = [...pictures].map(([part, content], at) => {
        const cid = `chart-${at + 1}.${id}@plumbline`;
        return { part, cid, content };
      });
      // Only who sends emails loads what it takes.
      const { createTransport } = await import('nodemailer');
      transport ??= createTransport({
        url,
        ...{ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms },
        // What a message holds is text of ours: nothing in it names a file or address to attach.
        ...{ disableFileAccess: true, disableUrlAccess: true },
      });
      try {
        await transport.sendMail({
          from: mail.from,
          to: [...to],
          subject: message.title,
          text: mailText(message),
          html: mailHtml(message, (part) => attached.find((one) => one.part === part)?.cid ?? null),
          attachments: attached.map(({ cid, content }, at) => ({
            ...{ cid, content, filename: `chart-${at + 1}.png` },
            ...{ contentType: 'image/png', contentDisposition: 'inline' as const },
          })),
          // The same for each attempt, so that a mailbox can tell a repeated one.
          messageId: `<${id}@plumbline>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        const { responseCode, message: why } = error as Error & { readonly responseCode?: number };
        const text = `The mail server didn't accept the message: ${why.slice(0, 200)}`;
        if (responseCode !== undefined && responseCode >= PERMANENT) throw new MailRefused(text);
        throw new Error(text, { cause: error });
      }
    },
    close: () => transport?.close(),
  };
}
