// Test support: a real SMTP server that keeps what it got, and refuses or holds mails when told.
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { until } from '@pharmacy-relay/shared/test/until.ts'

export interface TestMailServer {
  readonly url: string
  /** Whole mails as they came, oldest first. */
  readonly mails: { readonly to: string; readonly raw: string }[]
  /** What each further mail meets. */
  behaviour: 'take' | 'refuse' | 'hold'
  /** The text of the newest mail to somebody, once there are so many. */
  textTo(to: string, count?: number): Promise<string>
  stop(): Promise<void>
}

export async function startTestMail(): Promise<TestMailServer> {
  const mails: TestMailServer['mails'] = []
  const held: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, callback) => {
      void text(stream).then((raw) => {
        if (test.behaviour === 'refuse') return callback(new Error('The mailbox is full'))
        const take = (): void => {
          mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw })
          callback()
        }
        if (test.behaviour === 'hold') held.push(take)
        else take()
      })
    },
  })
  const port = await listening(server)
  const of = (to: string) => mails.filter((mail) => mail.to === to)
  const test: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    behaviour: 'take',
    textTo: async (to, count = 1) => {
      await until(`mail ${count} to ${to}`, () => of(to).length >= count)
      return decoded(of(to).at(-1)?.raw ?? '')
    },
    stop: async () => {
      for (const take of held) take()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return test
}

async function listening(server: SMTPServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Quoted-printable or base64 as UTF-8 text; head and body. */
function decoded(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/transfer-encoding: base64/i.test(head))
    return `${head}\n${Buffer.from(body, 'base64').toString('utf8')}`
  if (!/quoted-printable/i.test(head)) return raw
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return `${head}\n${Buffer.from(bytes, 'latin1').toString('utf8')}`
}
