// Sends mails by SMTP: one try, bounded, TLS beyond this computer.
import { createTransport } from 'nodemailer'
import { z } from 'zod'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** Resolves when the server took it. Throws when it did not within 30 s, or refused. */
  send(mail: Mail): Promise<void>
}

export interface MailOptions {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. */
  readonly url: string
  readonly from: string
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** `smtp:` without TLS is for this computer alone: a link in clear is a password in clear. */
export function createMailer({ url, from }: MailOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  })
  return {
    send: async (mail) => {
      await transport.sendMail({ from, disableFileAccess: true, disableUrlAccess: true, ...mail })
    },
  }
}

/** The URL of a mail server, or empty. */
export const MailUrlText = z.union([z.literal(''), z.url({ protocol: /^smtps?$/ }).max(2_000)])
